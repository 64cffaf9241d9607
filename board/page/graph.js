// The graph of Black's chances over the game; a click jumps to a move.

import { draw } from "./board.js";

const WIDTH = 300;
const HEIGHT = 72;
const EDGE = 3;

export class Graph {
  constructor(element, onJump) {
    this.element = element;
    this.line = [];
    element.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    element.setAttribute("preserveAspectRatio", "none");
    element.addEventListener("click", (event) => {
      const box = element.getBoundingClientRect();
      const share = (event.clientX - box.left) / box.width;
      const node = this.line[Math.round(share * (this.line.length - 1))];
      if (node) onJump(node);
    });
  }

  render(line, here) {
    this.line = line;
    const step = WIDTH / Math.max(1, line.length - 1);
    const height = (chance) => EDGE + (HEIGHT - 2 * EDGE) * (1 - chance);
    const known = line
      .map((node, i) => ({ x: i * step, chance: node.blackWins }))
      .filter(({ chance }) => chance !== null);
    this.element.replaceChildren();
    if (known.length) {
      const points = known.map(({ x, chance }) => `${x.toFixed(1)} ${height(chance).toFixed(1)}`);
      const first = known[0].x.toFixed(1);
      const last = known[known.length - 1].x.toFixed(1);
      const area = `M${first} ${HEIGHT}L${points.join("L")}L${last} ${HEIGHT}Z`;
      draw(this.element, "path", { d: area, class: "area" });
      // a single point is a line of zero length, whose round ends make a dot
      const d = `M${points.join("L")}${points.length > 1 ? "" : "h.01"}`;
      draw(this.element, "path", { d, class: "curve" });
    }
    draw(this.element, "path", { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: "even" });
    const x = line.indexOf(here) * step;
    draw(this.element, "path", { d: `M${x} 0V${HEIGHT}`, class: "here" });
  }
}
