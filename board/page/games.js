// The list of the tournament's games, if the server was started with one.

const PAGE = 100;

export class Games {
  constructor(dialog, connection, { onOpen, onError }) {
    this.dialog = dialog;
    this.connection = connection;
    this.onOpen = onOpen;
    this.onError = onError;
    this.offset = 0;
    this.search = dialog.querySelector("input");
    this.body = dialog.querySelector("tbody");
    this.count = dialog.querySelector(".count");
    this.earlier = dialog.querySelector(".earlier");
    this.later = dialog.querySelector(".later");
    this.search.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.turn(-this.offset), 200);
    });
    this.earlier.addEventListener("click", () => this.turn(-PAGE));
    this.later.addEventListener("click", () => this.turn(PAGE));
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  }

  show() {
    this.dialog.showModal();
    return this.turn(0);
  }

  async turn(by) {
    this.offset = Math.max(0, this.offset + by);
    try {
      const message = { type: "games", find: this.search.value.slice(0, 200), offset: this.offset };
      this.render(await this.connection.ask(message));
    } catch (error) {
      this.onError(error);
    }
  }

  render({ total, games }) {
    const last = this.offset + games.length;
    this.count.textContent = total ? `${this.offset + 1}–${last} of ${total}` : "no games";
    this.earlier.disabled = this.offset === 0;
    this.later.disabled = last >= total;
    this.body.replaceChildren();
    for (const game of games) {
      const row = this.body.insertRow();
      const result = `${game.result} (${game.reason})`;
      for (const text of [game.number, game.black, game.white, result, game.plies]) {
        row.insertCell().textContent = text;
      }
      row.tabIndex = 0;
      row.addEventListener("click", () => this.open(game.index));
      row.addEventListener("keydown", (event) => event.key === "Enter" && this.open(game.index));
    }
  }

  async open(index) {
    try {
      const tree = await this.connection.ask({ type: "game", index });
      this.dialog.close();
      this.onOpen(tree);
    } catch (error) {
      this.onError(error);
    }
  }
}
