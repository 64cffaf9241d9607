// State that the browser stores between visits: the game, the options, and the theme.

import { Tree } from "./tree.js";

export const read = (key) => {
  try {
    return JSON.parse(localStorage.getItem(`fukumi.${key}`));
  } catch {
    return null;
  }
};

export const write = (key, value) => {
  try {
    localStorage.setItem(`fukumi.${key}`, JSON.stringify(value));
  } catch {
    // without storage the page still works
  }
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
    const { tree: flat, moves, seats, control = null, swap2 = null, clock = null } = read("game");
    const tree = Tree.from(flat);
    const node = moves.reduce((here, move) => tree.play(here, move), tree.root);
    return seats.black.name && seats.white.name ? { tree, node, seats, control, swap2, clock } : null;
  } catch {
    return null;
  }
}

let due = null;

function writeGame() {
  if (!due) return;
  const { tree, node, ...others } = due;
  due = null;
  write("game", { tree: tree.flat(), moves: tree.path(node).map((n) => n.move), ...others });
}

// Delayed, because writing a tree of thousands of nodes takes too long for every keystroke.
// players: who plays the game and how, as `Game.kept`.
export function keepGame(tree, node, players, clock) {
  if (!due) setTimeout(writeGame, 300);
  due = { tree, node, ...players, clock };
}

addEventListener("pagehide", writeGame);
