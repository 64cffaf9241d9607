// A game of the tournament on the large board, which gets its moves and evaluations as they come.

import { liveClockTexts } from "./live_board.js";
import { t } from "./texts.js";

export class Follower {
  // app: the application, used for its tournament, tree, node, view, `opened`, `goTo`, `tell` and `render`.
  constructor(connection, app) {
    this.connection = connection;
    this.app = app;
    this.number = null;
    this.tree = null; // that of the followed game; another one on the board ends the following
    this.tip = null; // the last node of the game
    this.asking = false;
    this.isLate = false; // whether there was news while it was asked for moves
  }

  // Whether the board shows a game that has not ended.
  get isLive() {
    return this.tree !== null && this.tree === this.app.tree && !this.tree.played.outcome;
  }

  // Returns whether a node is a move of the followed game, which goes on after its last one.
  holds(node) {
    return this.isLive && this.tree.path(this.tip).includes(node);
  }

  async follow(number) {
    try {
      const { state, tree } = await this.connection.ask({ type: "follow", number, known: 0 });
      if (state === "away") {
        this.app.tell(t("follow.away", { number }));
        return;
      }
      this.number = number;
      const opened = this.app.opened(tree, true);
      this.tree = this.app.tree;
      this.tree.played ??= { number };
      this.tip = this.tree.line(this.tree.root).at(-1);
      this.app.tournament.watch();
      await opened;
    } catch (error) {
      this.app.tell(error.message);
    }
  }

  // Asks for what is new in the game, after news of the tournament.
  async look() {
    if (!this.isLive) return;
    const game = this.app.tournament.games.get(this.number);
    if (game?.moves.length === this.tip.ply && game.black === this.tree.black) return;
    this.isLate = this.asking;
    if (this.asking) return;
    this.asking = true;
    try {
      const { tree } = this;
      const reply = await this.connection.ask({ type: "follow", number: this.number, known: this.tip.ply });
      if (tree === this.app.tree && reply.state !== "away") await this.take(reply);
    } catch (error) {
      this.app.tell(error.message);
    } finally {
      this.asking = false;
    }
    if (this.isLate) await this.look();
  }

  async take({ state, plies, tree: flat }) {
    const { app, tree, tip } = this;
    const { black, white, result, number, outcome, end } = flat;
    Object.assign(tree, { black, white, result });
    if (state === "over") tree.played = { number, outcome, end };
    if (state === "live" && plies < tip.ply) { // it was begun again
      await this.follow(this.number);
      return;
    }
    this.tip = tree.continueLine(tip, flat.nodes);
    if (app.node === tip && this.tip !== tip) await app.goTo(this.tip);
    else if (state === "over") await app.enter(app.node);
    else app.render();
    if (this.tip !== tip) app.view.say(this.tip);
  }

  // Returns the texts of a side's clock, null without a game under way.
  clockTexts(colour) {
    const { games, now } = this.app.tournament;
    const clock = this.isLive && games.get(this.number)?.clocks[colour];
    return clock ? liveClockTexts(clock, now) : null;
  }
}
