// One game replayed: the board, the engines' messages on each move, and their pipes.

class Viewer {
  constructor(data) {
    this.engines = data.engines;
    this.game = null;
    this.ply = 0;
    this.numbered = true;
    this.node = element("article", { class: "viewer", id: "viewer" });
  }

  show(game, ply) {
    this.game = game;
    this.plies = game.moves ? game.moves.length / 2 : 0;
    this.board = element("div", { class: "board-place" });
    this.chart = element("div");
    this.notes = element("div", { class: "notes", "aria-live": "polite" });
    this.slider = element("input", { type: "range", min: 0, max: this.plies, "aria-label": "move",
      input: () => this.go(Number(this.slider.value)) });
    this.node.replaceChildren(this.heading(),
      game.size ? this.board : element("p", { class: "muted" }, "This record holds no moves."),
      this.controls(), this.chart, this.notes, ...this.pipes());
    this.go(ply ?? this.plies);
  }

  heading() {
    const { game, engines } = this;
    const player = (side) => element("span", { class: game.result === side ? "player won" : "player" },
      element("i", { class: `disc ${side}` }), nameOf(engines[game[side]]));
    const where = [`game ${game.number}`, `round ${game.round}`, game.rule,
      game.size ? `${game.size}\u00d7${game.size}` : "", (game.started ?? "").replace("T", " ").slice(0, 16)];
    return element("header", {}, element("h3", {}, player("black"), player("white")),
      element("p", {}, `${outcome(game)}${game.detail ? `: ${game.detail}` : ""}`),
      element("p", { class: "muted" }, where.filter(Boolean).join(" \u00b7 "),
        game.log ? [" \u00b7 ", element("a", { href: game.log }, "log of the pipes")] : ""));
  }

  controls() {
    const button = (text, title, where) =>
      element("button", { title, "aria-label": title, click: () => this.go(where()) }, text);
    const box = element("input", { type: "checkbox", change: () => {
      this.numbered = box.checked;
      this.go(this.ply);
    } });
    box.checked = this.numbered;
    return element("div", { class: "controls" },
      button("\u00ab", "to the beginning", () => 0), button("\u2039", "a move back", () => this.ply - 1),
      this.slider,
      button("\u203a", "a move on", () => this.ply + 1), button("\u00bb", "to the end", () => this.plies),
      element("label", {}, box, " numbers"));
  }

  // Returns the last lines of the two pipes, where they were kept; the loser's comes first and
  // open.
  pipes() {
    const { game, engines } = this;
    const shown = ["black", "white"].map((side, n) => {
      const lines = game.pipes?.[n] ?? [];
      if (!lines.length) return "";
      const lost = ["black", "white"].includes(game.result) && game.result !== side;
      const text = element("pre", {}, lines.join("\n"));
      const toTheEnd = () => { text.scrollTop = text.scrollHeight; };
      return element("details", { class: "pipe", open: lost ? "" : null, toggle: toTheEnd },
        element("summary", {}, `The end of the pipe of ${nameOf(engines[game[side]])}`), text);
    });
    return game.result === "black" ? shown.reverse() : shown;
  }

  // Shows the position after a number of plies.
  go(ply) {
    this.ply = Math.max(0, Math.min(this.plies, ply));
    this.slider.value = this.ply;
    if (this.game.size) this.board.replaceChildren(boardOf(this.game, this.ply, this.numbered));
    this.notes.replaceChildren(...this.words());
    if (this.plies)
      this.chart.replaceChildren(gameChart(this.game, this.ply, (ply) => this.go(ply)));
    this.remember();
  }

  // Returns what is known of the last move on the board.
  words() {
    const { game, ply } = this;
    const at = ply - 1;
    if (ply === 0) return [element("p", {}, this.plies ? "The empty board." : "")];
    const who = nameOf(this.engines[game[at % 2 ? "white" : "black"]]);
    const seen = game.seen?.[at];
    const facts = at < (game.opening ?? 0) ? "opening"
      : `${who}, ${duration(game.ms[at])}${seen ? `, sees ${seen[1]}` : ""}`;
    return [element("p", {}, element("b", {}, `${ply}. ${squareName(pairsOf(game.moves)[at], game.size)}`), ` ${facts}`),
      game.said?.[at] ? element("pre", {}, game.said[at]) : ""];
  }

  // Keeps game and move in the address, so that it can be shared.
  remember() {
    history.replaceState(null, "", `#game=${this.game.index + 1}&move=${this.ply}`);
  }
}

function outcome(game) {
  const won = { black: "Black wins", white: "White wins", draw: "Draw", void: "Void" }[game.result];
  return game.reason === "void" ? won : `${won}, ${game.reason}`;
}
