// The view of a tournament: games under way, the standings so far, and the games that have ended.

import { fitTools } from "./buttons.js";
import { GameList } from "./games.js";
import { LiveBoard } from "./live_board.js";
import { explained, t } from "./texts.js";

const TICK_MS = 100;
const LINK = "#tournament";
const $ = (id) => document.getElementById(id);

export class Tournament {
  // app: the application, used for its tree, follower, `opened`, `tell` and `render`.
  constructor(connection, app) {
    this.connection = connection;
    this.app = app;
    this.isShown = false;
    this.request = null; // the id of the watch, null while there is none
    this.games = new Map(); // the games under way, by number
    this.boards = new Map(); // their small boards
    this.state = {}; // the last news of each kind
    this.lead = 0; // milliseconds by which the server's clock is ahead of this one
    this.list = new GameList($("ended"), {
      onOpen: (tree) => app.opened(tree),
      onError: (error) => app.tell(error.message),
    });
    $("to-board").addEventListener("click", () => this.hide());
    $("all-games").addEventListener("click", () => this.show());
    setInterval(() => this.tick(), TICK_MS);
  }

  // Returns whether the page was opened by the link to this view.
  get isLinked() {
    return location.hash === LINK;
  }

  show() {
    if (this.isShown) return;
    this.turn(true);
    history.replaceState(null, "", LINK);
    this.render();
    this.list.show({
      list: (find, offset) => this.connection.ask({ type: "games", find, offset }),
      read: (index) => this.connection.ask({ type: "game", index }),
    });
  }

  hide() {
    if (!this.isShown) return;
    this.turn(false);
    if (this.isLinked) history.replaceState(null, "", location.pathname);
    this.app.render(); // the graph is drawn in pixels
  }

  turn(isShown) {
    this.isShown = isShown;
    $("tournament").hidden = !isShown;
    $("table").hidden = isShown;
    document.body.classList.toggle("browsing", isShown);
    fitTools();
    scrollTo(0, 0);
    this.watch();
  }

  // Takes the news while a page shows them, and no longer; also after the connection was lost.
  watch() {
    const isWanted = this.isShown || this.app.follower.isLive;
    if (isWanted && this.request === null) {
      const step = (reply) => reply.type === "news" && this.take(reply);
      this.request = this.connection.send({ type: "watch" }, { step, fail: () => (this.request = null) });
    } else if (!isWanted && this.request !== null) {
      this.connection.drop(this.request);
      this.request = null;
      this.connection.tell({ type: "stop-watching" });
    }
  }

  take(news) {
    this.lead = 1000 * news.now - Date.now();
    for (const game of news.games) this.games.set(game.number, game);
    for (const number of this.games.keys()) if (!news.live.includes(number)) this.games.delete(number);
    const { ended } = this.state;
    const hasEnded = ended !== undefined && (news.ended ?? ended) !== ended;
    this.state = { ...this.state, ...news };
    if (this.isShown) this.render(news.games);
    if (this.isShown && hasEnded) this.list.turn(0);
    this.app.follower.look();
    this.watch();
  }

  get now() {
    return Date.now() + this.lead;
  }

  tick() {
    if (this.isShown) for (const board of this.boards.values()) board.renderClocks(this.now);
    else if (this.app.follower.isLive) this.app.view.renderClocks();
  }

  // changed: the games to draw again.
  render(changed = [...this.games.values()]) {
    if (!this.isShown) return;
    const { error, ended, scheduled, standings } = this.state;
    $("to-board").hidden = this.app.readOnly && !this.app.tree.played;
    $("tournament-error").hidden = !error;
    $("tournament-error").textContent = error ? explained(error) : "";
    $("live-none").hidden = this.games.size > 0 || ended === undefined || Boolean(error);
    $("progress").textContent = ended === undefined ? "" : progress(ended, scheduled);
    this.renderBoards(changed);
    if (standings) renderStandings(standings);
  }

  renderBoards(changed) {
    for (const [number, board] of this.boards) {
      if (this.games.has(number)) continue;
      board.element.remove();
      this.boards.delete(number);
    }
    for (const game of changed) {
      let board = this.boards.get(game.number);
      if (!board) {
        board = new LiveBoard(() => this.app.follower.follow(game.number));
        this.boards.set(game.number, board);
        $("live-games").append(board.element);
      }
      board.render(game);
      board.renderClocks(this.now);
    }
  }
}

function progress(ended, scheduled) {
  return scheduled === null ? t("live.ended", { count: ended }) : t("live.progress", { ended, scheduled });
}

function renderStandings(standings) {
  const rows = standings.map(({ name, elo, error, score: [wins, draws, losses] }, rank) => {
    const row = document.createElement("tr");
    const rating = `${elo < 0 ? "−" : "+"}${Math.abs(elo).toFixed(0)}`;
    const interval = error === null ? "" : ` ± ${error.toFixed(0)}`;
    const texts = [rank + 1, name, wins + draws / 2, `${wins}–${draws}–${losses}`, `${rating}${interval}`];
    for (const text of texts) row.insertCell().textContent = text;
    return row;
  });
  $("standings").querySelector("tbody").replaceChildren(...rows);
}
