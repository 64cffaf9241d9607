// The keyboard: one key, one action; what is typed into a field stays there.

export function listen(actions) {
  document.addEventListener("keydown", (event) => {
    // the focus stays for a moment in a dialog that has been closed
    const typing = event.target.closest("input, textarea, select, dialog");
    if (typing?.getClientRects().length || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && event.target.closest("button")) return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  // A button that was clicked would answer to the space bar from then on.
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("button")) event.preventDefault();
  });
  for (const dialog of document.querySelectorAll("dialog")) {
    // The focus went back to the button that opened it; by now it may be on the board already.
    dialog.addEventListener("close", () => {
      const focused = document.activeElement;
      if (focused?.closest("button, dialog")) focused.blur();
    });
  }
}
