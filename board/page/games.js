// A list of games: those of a tournament that have ended, or of a file with several.

import { winnerOf } from "./clock.js";
import { t, translated } from "./texts.js";

const PAGE = 100;

// Returns how a game ended.
export function outcomeText({ result, reason }) {
  const won = translated("result", result);
  return reason ? `${won} (${translated("reason", reason)})` : won;
}

// Returns the text of a file's result that the board does not show, such as `B+R`; null for none.
export function resultText(result) {
  const winner = winnerOf(result);
  if (!winner) return /^(?:0|Draw)$/i.test(result) ? translated("result", "draw") : null;
  return /^.\+R/i.test(result) ? outcomeText({ result: winner, reason: "resignation" }) : t(`won.${winner}`);
}

export class GameList {
  // root: the element with the field, the table and the buttons of the list.
  constructor(root, { onOpen, onError }) {
    this.onOpen = onOpen;
    this.onError = onError;
    this.offset = 0;
    this.source = null; // the functions `list(find, offset)` and `read(index)`
    this.search = root.querySelector("input");
    this.body = root.querySelector("tbody");
    this.count = root.querySelector(".count");
    this.earlier = root.querySelector(".earlier");
    this.later = root.querySelector(".later");
    this.search.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.turn(-this.offset), 200);
    });
    this.earlier.addEventListener("click", () => this.turn(-PAGE));
    this.later.addEventListener("click", () => this.turn(PAGE));
  }

  show(source) {
    this.source = source;
    this.search.value = "";
    this.offset = 0;
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
      for (const text of [game.number, game.black, game.white, outcomeText(game), game.plies]) {
        row.insertCell().textContent = text;
      }
      row.tabIndex = 0;
      row.addEventListener("click", () => this.open(game.index));
      row.addEventListener("keydown", (event) => event.key === "Enter" && this.open(game.index));
    }
  }

  async open(index) {
    try {
      this.onOpen(await this.source.read(index));
    } catch (error) {
      this.onError(error);
    }
  }
}

// The dialog with the games of a file.
export class FileGames {
  constructor(dialog, { onOpen, onError }) {
    this.dialog = dialog;
    const open = (tree) => {
      dialog.close();
      onOpen(tree);
    };
    this.list = new GameList(dialog, { onOpen: open, onError });
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  }

  // games: those of the file, with `read(index)` for the tree of one.
  show(games, read) {
    const rows = games.map((game, index) => ({ ...game, index, number: index + 1 }));
    const list = (find, offset) => {
      const has = ({ black, white }) => `${black}\n${white}`.toLowerCase().includes(find.toLowerCase());
      const found = rows.filter(has);
      return { total: found.length, games: found.slice(offset, offset + PAGE) };
    };
    this.dialog.showModal();
    return this.list.show({ list, read });
  }
}
