// Fukumi's analysis: live for the current node, or a short one for each move of a line.

const QUICK_VISITS = 400;

export class Thoughts {
  // app: the application, used for its tree, node, facts, view, `enter`, `tell` and `render`.
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

  // Continues the live analysis once the facts of a new node have arrived.
  arrived() {
    if (this.live && !this.app.game.thinking) this.look();
  }

  // Analyses the current node; resolves when the search ends or another replaces it.
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

  // Analyses each node of the line, for the graph.
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
