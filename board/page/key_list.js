// The list of all keys.

import { t } from "./texts.js";

const BOARD_KEYS = ["Tab", "← → ↑ ↓", "Enter"]; // those of the board, which handles them itself

// shortcuts: [keys as they are shown, what they do].
export function showKeys(dialog, shortcuts) {
  const rows = [...shortcuts, [BOARD_KEYS, t("keys.board")], [["?"], t("keys.this")]];
  const body = dialog.querySelector("tbody");
  body.replaceChildren();
  for (const [keys, text] of rows) {
    const row = body.insertRow();
    const shown = keys.map((key) => Object.assign(document.createElement("kbd"), { textContent: key }));
    row.insertCell().append(...shown);
    row.insertCell().textContent = text;
  }
  dialog.showModal();
}
