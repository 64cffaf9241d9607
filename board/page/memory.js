// State that the browser stores between visits: the game, the options, and the theme.

import { Tree } from "./tree.js";

// storage: returns the browser's storage, which may refuse to be looked at.
const readFrom = (storage, key) => {
  try {
    return JSON.parse(storage().getItem(`fukumi.${key}`));
  } catch {
    return null;
  }
};

const writeTo = (storage, key, value) => {
  try {
    storage().setItem(`fukumi.${key}`, JSON.stringify(value));
  } catch {
    // without storage the page still works
  }
};

const lasting = () => localStorage;
const ofTab = () => sessionStorage;

export const read = (key) => readFrom(lasting, key);
export const write = (key, value) => writeTo(lasting, key, value);

// Reads and writes what each tab has of its own; a new tab begins with what another one wrote last.
export const readOwn = (key) => readFrom(ofTab, key) ?? read(key);
export const writeOwn = (key, value) => {
  writeTo(ofTab, key, value);
  write(key, value);
};

const OPTIONS = { coordinates: true, top: false, numbers: false, candidates: true, heat: false, threats: false };

export const options = { ...OPTIONS, ...read("options") };

export function bindOptions(inputs, onChange) {
  for (const input of inputs) {
    input.checked = options[input.name];
    input.addEventListener("change", () => {
      options[input.name] = input.checked;
      write("options", options);
      onChange();
    });
  }
}

export function bindTheme(button) {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const show = (theme) => (document.documentElement.dataset.theme = theme);
  show(read("theme") ?? (dark ? "dark" : "light"));
  button.addEventListener("click", () => {
    show(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    write("theme", document.documentElement.dataset.theme);
  });
}

// Returns the stored game, or null if there is none or another version of this page stored it.
export function keptGame() {
  try {
    const { tree: flat, moves, seats, ...others } = readOwn("game");
    const tree = Tree.from(flat);
    const node = moves.reduce((here, move) => tree.play(here, move), tree.root);
    return seats.black.name && seats.white.name ? { tree, node, seats, ...others } : null;
  } catch {
    return null;
  }
}

let due = null;

function writeGame() {
  if (!due) return;
  const { tree, node, ...others } = due;
  due = null;
  writeOwn("game", { tree: tree.flat(), moves: tree.path(node).map((n) => n.move), ...others });
}

// Delayed, because writing a tree of thousands of nodes takes too long for every keystroke.
// players: who plays the game and how, as `Game.kept`, the puzzle that it is, as `Puzzles.kept`, and
// whether moves were taken back to the node.
export function keepGame(tree, node, players, clock) {
  if (!due) setTimeout(writeGame, 300);
  due = { tree, node, ...players, clock };
}

addEventListener("pagehide", writeGame);
