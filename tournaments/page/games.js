// The filtered list of games, next to the viewer.

const ROWS = 200;
const RESULTS = { black: "1\u20130", white: "0\u20131", draw: "\u00bd\u2013\u00bd", void: "void" };

class Games {
  constructor(data) {
    this.data = data;
    this.viewer = new Viewer(data);
    this.rows = element("tbody");
    this.shown = element("p", { class: "muted", id: "found" });
    this.more = element("button", { click: () => this.extend(), class: "more" }, "Show more");
    const names = data.engines.map((engine, i) => [String(i), nameOf(engine)]);
    this.first = this.choice("Engine", [["", "any engine"], ...names]);
    this.second = this.choice("Opponent", [["", "any opponent"], ...names]);
    this.result = this.choice("Result", [["", "any result"], ["black", "Black wins"],
      ["white", "White wins"], ["draw", "draw"], ["void", "void"]]);
    this.reason = this.choice("Ending", [["", "any ending"], ["forfeit", "any forfeit"],
      ["own forfeit", "forfeit by the engine"],
      ...(data.adjudicated.some((reason) => reason in data.reasons)
        ? [["adjudicated", "any adjudication"]] : []),
      ...Object.keys(data.reasons).sort().map((reason) => [reason, reason])]);
    const head = ["#", "Black", "White", "", "Ending", "Moves"].map((text) =>
      element("th", { scope: "col" }, text));
    this.list = element("div", { class: "list" },
      element("table", { class: "games" }, element("thead", {}, element("tr", {}, head)), this.rows),
      this.more);
    byId("games").append(
      element("div", { class: "filters" }, this.first, this.second, this.result, this.reason),
      this.shown,
      element("div", { class: "browser" }, this.list, this.viewer.node));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  choice(label, options) {
    return element("select", { "aria-label": label, change: () => this.filter() },
      options.map(([value, text]) => element("option", { value }, text)));
  }

  matches(game) {
    const pair = [String(game.black), String(game.white)];
    const [first, second] = [this.first.value, this.second.value];
    const reason = this.reason.value;
    const forfeit = this.data.forfeits.includes(game.reason);
    const loser = { black: game.white, white: game.black }[game.result];
    return (!first || pair.includes(first)) && (!second || pair.includes(second))
      && (!first || !second || first === second || pair.sort().join() === [first, second].sort().join())
      && (!this.result.value || game.result === this.result.value)
      && (!reason || game.reason === reason
        || (reason === "forfeit" && forfeit)
        || (reason === "own forfeit" && forfeit && (!first || first === String(loser)))
        || (reason === "adjudicated" && this.data.adjudicated.includes(game.reason)));
  }

  filter() {
    this.found = this.data.games.filter((game) => this.matches(game));
    this.shown.textContent = `${count(this.found.length, "game")} of ${this.data.games.length.toLocaleString("en")}`;
    this.rows.replaceChildren();
    this.list.scrollTop = 0;
    this.extend();
  }

  extend() {
    const from = this.rows.childElementCount;
    this.rows.append(...this.found.slice(from, from + ROWS).map((game) => this.row(game)));
    this.more.hidden = this.found.length <= from + ROWS;
    this.markRow();
  }

  row(game) {
    const name = (side) => element("td", { class: game.result === side ? "won" : "" },
      nameOf(this.data.engines[game[side]]));
    const open = element("button", { click: () => this.open(game) }, String(game.number));
    return element("tr", { "data-index": game.index, click: () => this.open(game) },
      element("td", {}, open), name("black"), name("white"), cell(RESULTS[game.result]),
      cell(game.reason, { class: this.data.forfeits.includes(game.reason) ? "bad" : "" }),
      cell((game.moves ?? "").length / 2));
  }

  open(game, ply) {
    this.current = game;
    this.viewer.show(game, ply);
    const place = this.found.indexOf(game);
    while (this.rows.childElementCount <= place) this.extend();
    this.markRow();
    this.reveal(this.rows.children[place]);
  }

  // Scrolls the list, and the list only, to a row of it.
  reveal(row) {
    if (!row) return;
    const outside = row.offsetTop < this.list.scrollTop + row.offsetHeight
      || row.offsetTop + row.offsetHeight > this.list.scrollTop + this.list.clientHeight;
    if (outside) this.list.scrollTop = row.offsetTop - this.list.clientHeight / 2;
  }

  markRow() {
    for (const row of this.rows.children)
      row.classList.toggle("open", Number(row.dataset.index) === this.current?.index);
  }

  // Lists the games of an engine, for the tables above.
  show(first, second, reason) {
    [this.first.value, this.second.value, this.result.value, this.reason.value] =
      [first, second, "", reason];
    this.filter();
    this.open(this.found[0]);
    byId("games").scrollIntoView({ behavior: "smooth" });
  }

  key(event) {
    if (["INPUT", "SELECT"].includes(event.target.tagName) || event.ctrlKey || event.altKey || event.metaKey)
      return;
    const { viewer } = this;
    const steps = { ArrowLeft: viewer.ply - 1, ArrowRight: viewer.ply + 1, Home: 0, End: viewer.plies };
    if (event.key in steps) {
      event.preventDefault();
      viewer.go(steps[event.key]);
    }
  }
}
