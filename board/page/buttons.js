// Actions of the buttons, keys and fields.

import { acceptDrops, openText } from "./files.js";
import { listen } from "./keys.js";
import { bindOptions, bindTheme, keepGame } from "./memory.js";

const $ = (id) => document.getElementById(id);

export function bind(app) {
  const { game, thoughts } = app;
  const actions = {
    first: () => app.goTo(app.tree.root),
    back: () => app.goTo(app.node.parent),
    forward: () => app.goTo(app.node.chosen),
    last: () => app.goTo(app.tree.line(app.node).at(-1)),
    undo: () => app.goTo(game.undoTarget(app.node)),
    redo: () => app.goTo(game.redoTarget(app.node)),
    "move-now": () => game.moveNow(),
    analyse: () => thoughts.toggle(),
    "whole-game": () => thoughts.tourLine(),
    delete: () => app.deleteHere(),
    "new-game": () => app.setup.show(),
    "open-file": () => $("file").click(),
    "save-sgf": () => app.save("sgf"),
    "save-psq": () => app.save("psq"),
    paste: () => $("paste-dialog").showModal(),
    share: () => app.share(),
    browse: () => app.games.show(),
  };
  for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);
  listen({
    ArrowLeft: actions.back,
    ArrowRight: actions.forward,
    Home: actions.first,
    End: actions.last,
    Delete: actions.delete,
    " ": actions.analyse,
    u: actions.undo,
    r: actions.redo,
    m: actions["move-now"],
    n: actions["new-game"],
  });
  bindFields(app);
}

function bindFields(app) {
  bindTheme($("theme"));
  bindOptions(document.querySelectorAll(".options input"), () => app.view.renderBoard());
  $("file").addEventListener("change", async ({ target }) => {
    if (target.files[0]) await app.openFile(target.files[0]);
    target.value = "";
  });
  acceptDrops(document.body, (file) => app.openFile(file));
  addEventListener("hashchange", () => app.openLink());
  const hint = () => app.tell("Tap again to place the stone.");
  $("board").addEventListener("aim", hint, { once: true });
  $("comment").addEventListener("input", ({ target }) => {
    app.node.comment = target.value;
    keepGame(app.tree, app.node, app.game.seats);
  });
  $("comment").addEventListener("blur", () => app.render());
  bindPaste(app, $("paste-dialog"));
}

function bindPaste(app, dialog) {
  dialog.addEventListener("close", () => {
    const field = dialog.querySelector("textarea");
    const text = field.value;
    if (dialog.returnValue === "open") app.open(() => openText(app.connection, text, app.tree.rule));
    dialog.returnValue = field.value = "";
  });
}
