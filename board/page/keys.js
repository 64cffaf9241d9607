// Keyboard shortcuts, except while a field has the focus or the board is not shown.

// Returns a key's letter in lower case, or its name; where the layout has no Latin letters, the letter
// that a Latin layout has in its place.
function nameOf({ key, code }) {
  if (key.length > 1) return key;
  return key > "\u007f" && code.startsWith("Key") ? code.at(-1).toLowerCase() : key.toLowerCase();
}

// actions: returns the action of each key.
export function listen(actions, isShown) {
  document.addEventListener("keydown", (event) => {
    // a closed dialog keeps the focus for a moment
    const typing = event.target.closest("input:not([type=checkbox]), textarea, select, dialog");
    if (typing?.getClientRects().length || !isShown() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && event.target.closest("button, input, summary, a")) return;
    const action = actions()[nameOf(event)];
    if (!action) return;
    event.preventDefault();
    action();
  });
  // A clicked button would take the focus and react to the space bar.
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("button")) event.preventDefault();
  });
  for (const dialog of document.querySelectorAll("dialog")) {
    // The browser returns the focus to the button that opened the dialog.
    dialog.addEventListener("close", () => {
      const focused = document.activeElement;
      if (focused?.closest("button, dialog")) focused.blur();
    });
  }
}
