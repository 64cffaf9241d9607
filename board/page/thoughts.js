// Fukumi's live analysis of the current node.

export class Thoughts {
  // app: the application, used for its tree, node, facts, view, `enter`, `tell` and `render`.
  constructor(connection, app) {
    this.connection = connection;
    this.app = app;
    this.live = false;
    this.search = null;
  }

  toggle() {
    this.app.review.stop();
    if (this.live) this.end();
    else {
      this.live = true;
      if (!this.app.game.thinking) this.look();
    }
    this.app.render();
  }

  end() {
    if (!this.live) return;
    this.live = false;
    this.stop();
  }

  stop() {
    this.connection.stop(this.search);
    this.app.second.stop();
  }

  // Continues the live analysis once the facts of a new node have arrived.
  arrived() {
    if (this.live && !this.app.game.thinking) this.look();
  }

  // Analyses the current node until another search replaces this one.
  look() {
    const { node, tree, facts } = this.app;
    if (!facts || facts.over) {
      this.stop();
      return;
    }
    this.app.second.look();
    const message = { type: "analyse", position: tree.position(node) };
    const fail = (error) => this.app.tell(error.message);
    this.search = this.connection.watch(message, (reply) => this.learn(node, reply), fail);
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
}
