// Elements and words. Every element of the page is made here, from text nodes and attributes only,
// so that names and messages of engines stay text.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(key, value);
    else if (value !== null && value !== false) node.setAttribute(key, value);
  }
  node.append(...children.flat().filter((child) => child !== null));
  return node;
}

const element = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

const drawn = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

const byId = (id) => document.getElementById(id);

const count = (n, word) => `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;
const signed = (n, digits = 0) => {
  const text = Math.abs(n).toFixed(digits);
  return Number(text) === 0 ? text : (n > 0 ? "+" : "\u2212") + text;
};
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const nameOf = (engine) => engine.name || "(unnamed)";

// A time in the unit that suits it.
function duration(ms) {
  if (ms === null || ms === undefined) return "";
  return ms < 10000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

const column = (letters) => letters.charCodeAt(0) - 97;
const row = (letters) => letters.charCodeAt(1) - 97;
// h8 for the letters "hh" on a board of 15: rows are numbered from 1 at the bottom.
const squareName = (letters, size) => letters[0] + (size - row(letters));
const pairsOf = (text) => text.match(/../g) ?? [];
