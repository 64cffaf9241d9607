// Import and export of games: files, dropped files, pasted text, and links to a position.

import { written } from "./notation.js";

function base64(bytes) {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

// Resolves to the game's tree; of a file with several games, `choose` gets their list and a function
// that reads one of them.
export async function openBytes(connection, bytes, rule, choose) {
  const message = { type: "open", data: base64(new Uint8Array(bytes)), rule };
  const reply = await connection.ask(message);
  if (reply.type !== "several") return reply;
  return choose(reply.games, (index) => connection.ask({ ...message, index }));
}

export async function save(connection, tree, format) {
  const { data } = await connection.ask({ type: "save", format, ...tree.forFile() });
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  download(new Blob([bytes], { type: "application/octet-stream" }), tree, format);
}

export function download(blob, tree, format) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `fukumi-${tree.rule}-${tree.size}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// Returns the fragment of the link to a position: `#rule/size/moves`.
export function fragmentOf(tree, node) {
  const moves = tree.path(node).map((n) => written(n.move, tree.size)).join("");
  return `#${tree.rule}/${tree.size}/${moves}`;
}

export function linkTo(tree, node) {
  return `${location.origin}${location.pathname}${fragmentOf(tree, node)}`;
}

// Returns the position of a fragment as the server reads it, or null.
export function positionOfLink(hash) {
  const [rule, size, moves = ""] = decoded(hash.slice(1)).split("/");
  return size ? `${rule} ${size} ${moves}` : null;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // the server says what is wrong with it
  }
}

// Accepts files dropped anywhere on the page.
export function acceptDrops(target, onFile) {
  target.addEventListener("dragover", (event) => event.preventDefault());
  target.addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  });
}
