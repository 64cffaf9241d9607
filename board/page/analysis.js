// The table of Fukumi's analysis: a row previews its line on the board, a click pins it.

import { named } from "./notation.js";
import { t } from "./texts.js";

const ROWS = 10;

export const percent = (value) => `${Math.round((value + 1) * 50)}`;

export function verdict(proof) {
  if (!proof) return "";
  return t(proof > 0 ? "wins-in" : "loses-in", { count: Math.abs(proof) });
}

// Both engines may choose one move, each with a line of its own.
const keyOf = ({ move, second }) => `${second ? "second " : ""}${move}`;

function chanceOf({ proof, value }) {
  if (proof) return verdict(proof);
  return value === null ? "" : `${percent(value)} %`;
}

// An engine's record has no prior.
const share = (prior) => (prior === null ? "" : `${(prior * 100).toFixed(prior < 0.1 ? 1 : 0)} %`);
const big = (n) => (n >= 1e6 ? `${(n / 1e6).toFixed(1)}M` : n >= 1e4 ? `${Math.round(n / 1e3)}k` : n);

function summary({ proof, value, visits }, toMove) {
  const chance = proof ? verdict(proof) : `${percent(value)} %`;
  const searched = visits ? ` · ${t("visits", { count: visits })}` : "";
  return `${t(`colour.${toMove}`)}: ${chance}${searched}`;
}

export class AnalysisView {
  // onPreview receives a candidate's line or null, onAdd the line to add to the game.
  constructor(root, { onPreview, onAdd }) {
    this.body = root.querySelector("#best tbody");
    this.summary = root.querySelector(".summary");
    this.forced = root.querySelector(".forced");
    this.forcedText = this.forced.querySelector("span");
    this.onPreview = onPreview;
    this.candidates = [];
    this.pinned = null; // the key of the candidate whose line stays on the board
    this.forced.querySelector("button").addEventListener("click", () => onAdd(this.forcedLine));
    root.querySelector("#add-line").addEventListener("click", () => onAdd(this.pinnedLine()));
    this.addButton = root.querySelector("#add-line");
  }

  pinnedLine() {
    return this.candidates.find((c) => keyOf(c) === this.pinned)?.pv ?? null;
  }

  // waiting: the text of a position without an analysis; second: the candidate of the second
  // engine, or null.
  render(size, node, waiting, over, second) {
    this.size = size;
    if (node !== this.node) this.pinned = null;
    this.node = node;
    const { report } = node;
    this.renderForced(node);
    this.renderSummary(node, waiting, over);
    const own = report?.candidates.slice(0, ROWS) ?? [];
    this.renderRows(second ? [...own, second] : own);
  }

  renderSummary({ report, toMove }, waiting, over) {
    if (over) this.summary.textContent = t("game-over");
    else if (!report) this.summary.textContent = waiting;
    else this.summary.textContent = summary(report, toMove);
  }

  renderForced(node) {
    this.forcedLine = node.vcf;
    this.forced.hidden = !node.vcf?.length;
    if (this.forced.hidden) return;
    this.forcedText.textContent = t(`forced.${node.toMove}`, { count: node.vcf.length });
  }

  // Rows keep their elements while their texts change: a click may last longer than a report.
  renderRows(candidates) {
    const most = Math.max(...candidates.map((c) => c.visits), 1);
    this.candidates = candidates;
    while (this.body.rows.length > candidates.length) this.body.deleteRow(-1);
    while (this.body.rows.length < candidates.length) this.addRow(this.body.rows.length);
    candidates.forEach((candidate, i) => {
      const [move, chance, visits, prior, line] = this.body.rows[i].cells;
      move.textContent = named(candidate.move, this.size);
      chance.textContent = chanceOf(candidate);
      visits.textContent = candidate.visits ? big(candidate.visits) : "";
      visits.style.setProperty("--share", candidate.visits / most);
      prior.textContent = share(candidate.prior);
      line.textContent = candidate.pv.slice(1, 7).map((p) => named(p, this.size)).join(" ");
      this.body.rows[i].classList.toggle("second", Boolean(candidate.second));
      this.body.rows[i].title = candidate.title ?? "";
    });
    this.markPinned();
  }

  addRow(index) {
    const row = this.body.insertRow();
    row.tabIndex = 0;
    for (const look of ["move", "chance", "visits", "prior", "line"]) row.insertCell().className = look;
    const pin = () => this.pin(keyOf(this.candidates[index]));
    row.addEventListener("mouseenter", () => this.onPreview(this.candidates[index].pv));
    row.addEventListener("mouseleave", () => this.onPreview(this.pinnedLine()));
    row.addEventListener("click", pin);
    row.addEventListener("keydown", (event) => event.key === "Enter" && pin());
  }

  pin(key) {
    this.pinned = this.pinned === key ? null : key;
    this.onPreview(this.pinnedLine());
    this.markPinned();
  }

  markPinned() {
    this.candidates.forEach((candidate, i) => {
      this.body.rows[i].classList.toggle("pinned", keyOf(candidate) === this.pinned);
    });
    this.addButton.disabled = !this.pinned;
  }
}
