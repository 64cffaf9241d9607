// Actions of the buttons, keys and fields.

import { acceptDrops } from "./files.js";
import { showKeys } from "./key_list.js";
import { listen } from "./keys.js";
import { bindOptions, bindTheme } from "./memory.js";
import { t } from "./texts.js";

const LOOKS = true;
const $ = (id) => document.getElementById(id);

export function bind(app) {
  const { game, thoughts } = app;
  const actions = {
    first: () => app.goTo(app.tree.root),
    back: () => app.goTo(app.node.parent),
    forward: () => app.goTo(app.node.chosen),
    last: () => app.goTo(app.tree.line(app.node).at(-1)),
    undo: () => app.takeBack(game.undoTarget(app.node)),
    redo: () => app.takeBack(game.redoTarget(app.node)),
    "move-now": () => game.moveNow(),
    analyse: () => thoughts.toggle(),
    review: () => app.review.toggle(),
    delete: () => app.deleteHere(),
    "new-game": () => app.setup.show(),
    "open-file": () => $("file").click(),
    "save-sgf": () => app.save("sgf"),
    "save-psq": () => app.save("psq"),
    paste: () => $("paste-dialog").showModal(),
    share: () => app.share(),
    "save-png": () => app.savePicture("png"),
    "save-svg": () => app.savePicture("svg"),
    "save-gif": () => app.saveAnimation(),
    rotate: () => app.turn(([x, y]) => [app.tree.size - 1 - y, x]),
    mirror: () => app.turn(([x, y]) => [app.tree.size - 1 - x, y]),
    "full-screen": toggleFullScreen,
    puzzles: () => app.puzzles.show(),
    browse: () => app.tournament.show(),
  };
  for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);
  $("full-screen").hidden = !document.fullscreenEnabled; // a phone may lack it
  bindMenu($("menu"), $("tools"));
  bindKeys(app, actions);
  bindFields(app);
  fitTools();
}

// The keys: as they are shown, what they do, the actions of each, and LOOKS for those that a page
// keeps which may only look.
function bindKeys(app, actions) {
  const option = (name) => () => document.querySelector(`.options [name=${name}]`).click();
  const shortcuts = () => [
    [["←", "→"], t("keys.step"), { ArrowLeft: actions.back, ArrowRight: actions.forward }, LOOKS],
    [["Home", "End"], t("keys.ends"), { Home: actions.first, End: actions.last }, LOOKS],
    [["U"], t("keys.undo"), { u: actions.undo }],
    [["R"], t("keys.redo"), { r: actions.redo }],
    [["M"], t("keys.move-now"), { m: actions["move-now"] }],
    [["N"], t("new-game"), { n: actions["new-game"] }],
    [["Space"], t("keys.analyse"), { " ": actions.analyse }],
    [[","], t("keys.best"), { ",": () => app.playBest() }],
    [["V"], t("keys.review"), { v: actions.review }],
    [["E"], t("next-mistake"), { e: () => app.review.next() }],
    [["P"], t("puzzles"), { p: actions.puzzles }],
    [["Delete"], t("delete"), { Delete: actions.delete }],
    [["B"], t("show.candidates"), { b: option("candidates") }, LOOKS],
    [["H"], t("show.heat"), { h: option("heat") }],
    [["T"], t("show.threats"), { t: option("threats") }],
    [["I"], t("show.numbers"), { i: option("numbers") }, LOOKS],
    [["C"], t("show.coordinates"), { c: option("coordinates") }, LOOKS],
    [["O"], t("rotate"), { o: actions.rotate }, LOOKS],
    [["X"], t("mirror"), { x: actions.mirror }, LOOKS],
    [["F"], t("full-screen"), { f: actions["full-screen"] }, LOOKS],
    [["S"], t("save-sgf"), { s: actions["save-sgf"] }],
    [["G"], t("save-gif"), { g: actions["save-gif"] }, LOOKS],
    [["L"], t("copy-link"), { l: actions.share }],
  ];
  const offered = () => shortcuts().filter(([, , , looks]) => looks || !app.readOnly);
  const show = () => showKeys($("keys"), offered());
  $("show-keys").addEventListener("click", show);
  const keys = () => Object.assign({ "?": show }, ...offered().map(([, , actions]) => actions));
  listen(keys, () => !app.tournament.isShown);
}

function toggleFullScreen() {
  if (!document.fullscreenEnabled) return;
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
}

// Shows the tools in the header where they fit in it, else as a menu.
export function fitTools() {
  const header = document.querySelector("header");
  header.classList.remove("narrow");
  header.classList.toggle("narrow", header.scrollWidth > header.clientWidth);
}

// Where the tools are a menu, it closes after a choice, a click elsewhere, or Escape.
function bindMenu(button, tools) {
  const open = (isOpen) => button.setAttribute("aria-expanded", isOpen);
  button.addEventListener("click", () => open(button.getAttribute("aria-expanded") !== "true"));
  tools.addEventListener("click", () => open(false));
  document.addEventListener("pointerdown", ({ target }) => target.closest("nav") || open(false));
  document.addEventListener("keydown", ({ key }) => key === "Escape" && open(false));
}

function bindFields(app) {
  bindTheme($("theme"));
  bindOptions(document.querySelectorAll(".options input"), () => app.render());
  $("file").addEventListener("change", async ({ target }) => {
    if (target.files[0]) await app.openFile(target.files[0]);
    target.value = "";
  });
  acceptDrops(document.body, (file) => app.openFile(file));
  addEventListener("hashchange", () => app.openLink());
  addEventListener("resize", () => {
    fitTools();
    app.view.renderThoughts(); // the graph is drawn in pixels
  });
  const hint = () => app.tell(t("tap-again"));
  $("board").addEventListener("aim", hint, { once: true });
  $("comment").addEventListener("input", ({ target }) => {
    app.node.comment = target.value;
    app.keep();
  });
  $("comment").addEventListener("blur", () => app.render());
  // not a button of the form, or Enter in a field would press it
  for (const cancel of document.querySelectorAll("dialog .cancel")) {
    cancel.addEventListener("click", () => cancel.closest("dialog").close());
  }
  bindPaste(app, $("paste-dialog"));
}

function bindPaste(app, dialog) {
  dialog.addEventListener("close", () => {
    const field = dialog.querySelector("textarea");
    const text = field.value;
    if (dialog.returnValue === "open") app.openText(text);
    dialog.returnValue = field.value = "";
  });
}
