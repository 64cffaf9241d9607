// The game tree: moves with variations, comments and analyses.

export const BLACK = "black";
export const WHITE = "white";

export const other = (colour) => (colour === BLACK ? WHITE : BLACK);
export const same = (a, b) => a[0] === b[0] && a[1] === b[1];

class Node {
  constructor(parent, move, ms = 0, { comment = "", record = "", said = "" } = {}) {
    this.parent = parent;
    this.move = move;
    this.ms = ms;
    this.comment = comment; // by people
    this.record = record; // what a tournament noted about the move: its lines in a file
    this.said = said; // the engine's words in it
    this.children = [];
    this.chosen = null; // the child that stepping forward leads to
    this.report = null; // the last analysis of this position
    this.opinion = null; // the second engine's move in this position
    this.review = null; // the judgement of this move
    this.told = null; // the chances that the engine which made this move gave itself
    this.ply = parent ? parent.ply + 1 : 0;
  }

  get colour() {
    return this.ply % 2 ? BLACK : WHITE;
  }

  get toMove() {
    return other(this.colour);
  }

  // Black's chance to win by the last analysis or review, from 0 to 1; null without one.
  get blackWins() {
    if (!this.report) return this.reviewedWins;
    const wins = (this.report.value + 1) / 2;
    return this.toMove === BLACK ? wins : 1 - wins;
  }

  get reviewedWins() {
    if (!this.review) return null;
    return this.colour === BLACK ? this.review.chance : 1 - this.review.chance;
  }
}

// Moves every point of an analysis to the place that `moved` returns.
const turnedReport = (report, moved) => report && {
  ...report,
  candidates: report.candidates.map((c) => ({ ...c, move: moved(c.move), pv: c.pv?.map(moved) ?? c.pv })),
};

export class Tree {
  constructor({ size, rule, black = "", white = "", comment = "", result = "" }) {
    this.size = size;
    this.rule = rule;
    this.black = black;
    this.white = white;
    this.result = result; // as in an SGF, where the board does not show it
    this.played = null; // of a tournament's game { number }, with { outcome, end } once it has ended
    this.turns = []; // how it was turned since it came
    this.root = new Node(null, null, 0, { comment });
  }

  static from(flat) {
    const tree = new Tree(flat);
    const { number, outcome, end } = flat;
    if (outcome) tree.played = { number, outcome, end };
    const nodes = [tree.root];
    for (const fields of flat.nodes) nodes.push(tree.add(nodes[fields.parent], fields));
    return tree;
  }

  // Adds a node of a flat list below its parent.
  add(parent, { move, ms, report, ...texts }) {
    const node = new Node(parent, move, ms, texts);
    // an engine's words before its move are about the position before it
    parent.report ??= report ?? null;
    node.told = report ? (report.value + 1) / 2 : null;
    parent.children.push(node);
    parent.chosen ??= node;
    return node;
  }

  // Continues a game to its last node with more nodes of its flat list; returns the new last node.
  continueLine(tip, flat) {
    const line = [this.root, ...this.path(tip)];
    const moved = (point) => this.turned(point);
    for (const { move, report, ...others } of flat) {
      const fields = { ...others, move: moved(move), report: turnedReport(report, moved) };
      const parent = line[fields.parent];
      const node = parent.children.find(({ move }) => same(move, fields.move)) ?? this.add(parent, fields);
      // what was tried on the board is a variation of it
      parent.children = [node, ...parent.children.filter((child) => child !== node)];
      line[node.ply] = node;
    }
    return line.at(-1);
  }

  // Returns the tree as a flat list: parents before children, main line first. `fields` returns the
  // texts of a node.
  flat(fields = ({ comment, record, said }) => ({ comment, record, said })) {
    const nodes = [];
    const numbers = new Map([[this.root, 0]]);
    const pending = [...this.root.children].reverse();
    while (pending.length) {
      const node = pending.pop();
      const { move, ms } = node;
      nodes.push({ parent: numbers.get(node.parent), move, ms, ...fields(node) });
      numbers.set(node, nodes.length);
      pending.push(...[...node.children].reverse());
    }
    const { size, rule, black, white, result } = this;
    return { size, rule, black, white, result, comment: this.root.comment, nodes };
  }

  // Returns the tree as a flat list for files, where a comment holds the record too.
  forFile() {
    return this.flat(({ comment, record }) => ({
      comment: [record, comment].filter(Boolean).join("\n"),
    }));
  }

  path(node) {
    const nodes = [];
    for (let here = node; here.parent; here = here.parent) nodes.push(here);
    return nodes.reverse();
  }

  position(node) {
    return { size: this.size, rule: this.rule, moves: this.path(node).map((n) => n.move) };
  }

  // Returns the node that these moves lead to, undefined where the tree lacks one.
  find(moves) {
    return moves.reduce((here, move) => here?.children.find((child) => same(child.move, move)), this.root);
  }

  // Returns the child with this move, creating it if needed, and chooses it for stepping forward;
  // `first` makes the others its variations.
  play(node, move, ms = 0, first = false) {
    let child = node.children.find((c) => same(c.move, move));
    if (!child) {
      if (this.endsAt(node)) this.result = "";
      child = new Node(node, move, ms);
      node.children.push(child);
    }
    if (first && child !== node.children[0]) {
      if (this.isOnMainLine(node)) this.result = "";
      node.children = [child, ...node.children.filter((c) => c !== child)];
    }
    node.chosen = child;
    return child;
  }

  isOnMainLine(node) {
    return this.path(node).every((n) => n.parent.children[0] === n);
  }

  // Returns whether the main line ends at this node.
  endsAt(node) {
    return !node.children.length && this.isOnMainLine(node);
  }

  // Returns the place of a point of the game as it came.
  turned(point) {
    return this.turns.reduce((here, turn) => turn(here), point);
  }

  // Returns the facts of a node, without asking the server, as far as a page that may only look knows.
  knownFacts(node) {
    const end = (this.endsAt(node) && this.played?.end) || { over: false, winner: null, line: [] };
    const line = end.line.map((point) => this.turned(point));
    return { ...end, line, forbidden: [], threats: {} };
  }

  // Returns the chances that the engine of a colour gave itself in the last move up to a node; null
  // if it told none.
  lastTold(node, colour) {
    return this.path(node).findLast((n) => n.colour === colour && n.told !== null)?.told ?? null;
  }

  addLine(node, moves) {
    let here = node;
    for (const move of moves) here = this.play(here, move);
    return node.chosen;
  }

  // Returns the line of chosen moves through this node to its end.
  line(node) {
    const nodes = [this.root, ...this.path(node)];
    for (let here = node.chosen; here; here = here.chosen) nodes.push(here);
    return nodes;
  }

  choose(node) {
    for (let here = node; here.parent; here = here.parent) here.parent.chosen = here;
  }

  // Moves every point of the game and of its analyses to the place that `moved` returns.
  turn(moved) {
    const all = (points) => points?.map(moved) ?? points;
    this.turns.push(moved);
    const pending = [this.root];
    while (pending.length) {
      const node = pending.pop();
      if (node.move) node.move = moved(node.move);
      node.report = turnedReport(node.report, moved);
      node.review = node.review && { ...node.review, line: all(node.review.line) };
      node.policy = node.policy?.map(([x, y, prior]) => [...moved([x, y]), prior]);
      node.vcf = all(node.vcf);
      node.opinion = node.opinion && { ...node.opinion, move: moved(node.opinion.move), pv: all(node.opinion.pv) };
      pending.push(...node.children);
    }
  }

  remove(node) {
    const { parent } = node;
    if (this.isOnMainLine(node)) this.result = "";
    parent.children = parent.children.filter((c) => c !== node);
    if (parent.chosen === node) parent.chosen = parent.children[0] ?? null;
    return parent;
  }
}
