// The list of moves, with variations indented below the move they replace.

import { named } from "./notation.js";

export class MoveList {
  constructor(element, onJump) {
    this.element = element;
    this.onJump = onJump;
    this.links = new Map();
  }

  render(tree, here) {
    const [focused] = [...this.links].find(([, link]) => link === document.activeElement) ?? [];
    this.links.clear();
    this.size = tree.size;
    this.element.replaceChildren();
    this.addLine(this.element, tree.root);
    const link = this.links.get(here);
    if (focused) (this.links.get(focused) ?? link)?.focus({ preventScroll: true });
    if (!link) return;
    link.setAttribute("aria-current", "true");
    const box = this.element.getBoundingClientRect();
    const at = link.getBoundingClientRect();
    if (at.top < box.top) this.element.scrollTop -= box.top - at.top;
    if (at.bottom > box.bottom) this.element.scrollTop += at.bottom - box.bottom;
  }

  // The first child continues in the same block; each other child begins a block.
  addLine(block, start) {
    for (let node = start; node.children.length; node = node.children[0]) {
      const [main, ...others] = node.children;
      this.addMove(block, main);
      for (const side of others) {
        const inner = document.createElement("div");
        inner.className = "variation";
        block.append(inner);
        this.addMove(inner, side);
        this.addLine(inner, side);
      }
    }
  }

  addMove(block, node) {
    const link = document.createElement("button");
    link.className = `move ${node.colour}`;
    link.textContent = `${node.ply}. ${named(node.move, this.size)}`;
    link.classList.toggle("commented", Boolean(node.comment));
    if (node.review) link.dataset.grade = node.review.grade;
    if (node.comment) link.title = node.comment;
    link.addEventListener("click", () => this.onJump(node));
    block.append(link, " ");
    this.links.set(node, link);
  }
}
