// The list of the games of a tournament, or of a file with several.

import { t, translated } from "./texts.js";

const PAGE = 100;

export class Games {
  constructor(dialog, connection, { onOpen, onError }) {
    this.dialog = dialog;
    this.connection = connection;
    this.onOpen = onOpen;
    this.onError = onError;
    this.offset = 0;
    this.source = null; // the functions `list(find, offset)` and `read(index)`
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

  showTournament() {
    return this.show(t("games.tournament"), {
      list: (find, offset) => this.connection.ask({ type: "games", find, offset }),
      read: (index) => this.connection.ask({ type: "game", index }),
    });
  }

  // games: those of a file, with `read(index)` for the tree of one.
  showFile(games, read) {
    const rows = games.map((game, index) => ({ ...game, index, number: index + 1 }));
    const list = (find, offset) => {
      const has = ({ black, white }) => `${black}\n${white}`.toLowerCase().includes(find.toLowerCase());
      const found = rows.filter(has);
      return { total: found.length, games: found.slice(offset, offset + PAGE) };
    };
    return this.show(t("games.file"), { list, read });
  }

  show(title, source) {
    this.dialog.querySelector("h2").textContent = title;
    this.source = source;
    this.search.value = "";
    this.offset = 0;
    this.dialog.showModal();
    return this.turn(0);
  }

  async turn(by) {
    this.offset = Math.max(0, this.offset + by);
    try {
      this.render(await this.source.list(this.search.value.slice(0, 200), this.offset));
    } catch (error) {
      this.onError(error);
    }
  }

  render({ total, games }) {
    const last = this.offset + games.length;
    this.count.textContent = total
      ? t("games.count", { first: this.offset + 1, last, total })
      : t("games.none");
    this.earlier.disabled = this.offset === 0;
    this.later.disabled = last >= total;
    this.body.replaceChildren();
    for (const game of games) {
      const row = this.body.insertRow();
      const won = translated("result", game.result);
      const result = game.reason ? `${won} (${translated("reason", game.reason)})` : won;
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
      const tree = await this.source.read(index);
      this.dialog.close();
      this.onOpen(tree);
    } catch (error) {
      this.onError(error);
    }
  }
}
