// Fukumi's thoughts about the place in the game: live, or a short look at each move of a line.

const QUICK_VISITS = 400;

export class Thoughts {
  // app: `tree`, `node`, `facts`, `enter`, `tell`, `render` and `view` of the application.
  constructor(connection, app) {
    this.connection = connection;
    this.app = app;
    this.live = false;
    this.tour = null;
  }

  toggle() {
    this.leaveTour();
    this.live = !this.live;
    if (!this.live) this.connection.stop();
    else if (!this.app.game.thinking) this.look();
    this.app.render();
  }

  // Once the rules have spoken on a new place.
  arrived() {
    if (this.live && !this.app.game.thinking) this.look();
  }

  // Ends when the search does: by itself, or because another takes its place.
  look(visits = null) {
    const { node, tree, facts } = this.app;
    if (!facts || facts.over) {
      this.connection.stop();
      return Promise.resolve();
    }
    const message = { type: "analyse", position: tree.position(node), visits };
    return new Promise((done) => {
      const step = (reply) => {
        this.learn(node, reply);
        if (reply.done) done();
      };
      const fail = (error) => {
        this.app.tell(error.message);
        done();
      };
      this.connection.watch(message, step, fail);
    });
  }

  learn(node, reply) {
    if (reply.type === "policy") {
      node.policy = reply.policy;
      node.vcf = reply.vcf;
    } else {
      node.report = reply;
    }
    if (node === this.app.node) this.app.view.renderThoughts();
  }

  // Through the whole line, for the graph.
  async tourLine() {
    if (this.tour) {
      this.leaveTour();
      return;
    }
    this.app.game.stop();
    this.live = false;
    const tour = (this.tour = {});
    for (const node of this.app.tree.line(this.app.node)) {
      await this.app.enter(node);
      if (this.tour !== tour) return;
      if (!node.report) await this.look(QUICK_VISITS);
      if (this.tour !== tour) return;
    }
    this.leaveTour();
  }

  leaveTour() {
    if (!this.tour) return;
    this.tour = null;
    this.connection.stop();
    this.app.render();
  }
}
