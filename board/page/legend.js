// The legend: explains the marks that are on the board now.

import { draw, drawCandidate, drawCross, drawOpinion, drawTriangle, isStrong } from "./board.js";
import { t } from "./texts.js";
import { BLACK, WHITE } from "./tree.js";

export function renderLegend(element, { candidates, opinion, threats, forbidden, heat }) {
  element.replaceChildren();
  const add = (text, drawMark, half = 0.55) => {
    const row = document.createElement("li");
    const viewBox = `${-half} ${-half} ${2 * half} ${2 * half}`;
    const mark = draw(row, "svg", { viewBox, "aria-hidden": "true" });
    draw(mark, "rect", { x: -0.55, y: -0.55, width: 1.1, height: 1.1, class: "wood" });
    drawMark(mark);
    row.append(text);
    element.append(row);
  };
  const example = (fits) => candidates?.find(fits)?.label;
  const chance = example((c) => !c.proof);
  const win = example((c) => c.proof > 0);
  const loss = example((c) => c.proof < 0);
  const circle = (label, best) => (mark) => drawCandidate(mark, 0, 0, best, label, "");
  if (chance) add(t("legend.chance"), circle(chance, false));
  if (win) add(t("legend.win", { count: Number(win.slice(1)) }), circle(win, true));
  if (loss) add(t("legend.loss", { count: Number(loss.slice(1)) }), circle(loss, false));
  if (opinion) add(t("legend.second"), (mark) => drawOpinion(mark, 0, 0, false, opinion.label, ""));
  if (heat) add(t("legend.heat"), (mark) => {
    draw(mark, "rect", { x: -0.48, y: -0.48, width: 0.96, height: 0.96, rx: 0.12, class: "heat", opacity: 0.6 });
  });
  for (const colour of [BLACK, WHITE]) {
    const own = (threats ?? []).filter((threat) => threat.colour === colour);
    const triangle = (strong) => (mark) => drawTriangle(mark, colour, strong);
    if (own.some(({ name }) => isStrong(name))) {
      add(t(`legend.strong.${colour}`), triangle(true), 0.3);
    }
    if (own.some(({ name }) => !isStrong(name))) add(t(`legend.threat.${colour}`), triangle(false), 0.3);
  }
  if (forbidden?.length) add(t("legend.forbidden"), (mark) => drawCross(mark, 0, 0, ""));
}
