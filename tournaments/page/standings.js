// Ranking, cross table and likelihood of superiority.

const points = ([wins, draws]) => wins + draws / 2;
const played = ([wins, draws, losses]) => wins + draws + losses;
const written = ([wins, draws, losses]) => `${wins}\u2013${draws}\u2013${losses}`;

function table(heads, rows, attributes = {}) {
  const head = element("thead", {}, element("tr", {}, heads.map(([text, title]) =>
    element("th", { scope: "col", title: title ?? null }, text))));
  return element("div", { class: "wide" },
    element("table", attributes, head, element("tbody", {}, rows)));
}

const cell = (text, attributes = {}) => element("td", attributes, text);
const rowHead = (text) => element("th", { scope: "row" }, text);

function faults(engine, i, showForfeits) {
  const counts = Object.entries(engine.faults).map(([reason, n]) => `${n}\u00d7 ${reason}`);
  if (!counts.length) return cell("none", { class: "muted" });
  const show = { class: "link", title: "Show the games", click: () => showForfeits(i) };
  return cell(element("button", show, counts.join(", ")), { class: "bad" });
}

function ranking(data, showForfeits) {
  const heads = [["#"], ["Engine"], ["Elo"], ["\u00b1", "half the 95 % interval"], ["Games"],
    ["W\u2013D\u2013L", "wins, draws, losses"], ["Score"], ["Forfeits"], ["Mean"], ["Slowest"],
    ["Memory", "peak private memory of the process tree"]];
  const rows = data.engines.map((engine, i) => element("tr", {},
    cell(i + 1), rowHead(nameOf(engine)), cell(signed(engine.elo)), errorCell(engine, data),
    cell(played(engine.score)), cell(written(engine.score)),
    cell(played(engine.score) ? percent(points(engine.score) / played(engine.score)) : ""),
    faults(engine, i, showForfeits), cell(duration(engine.mean_ms)), cell(duration(engine.slowest_ms)),
    cell(engine.peak_memory ? `${Math.round(engine.peak_memory / 2 ** 20)} MiB` : "")));
  byId("ranking").append(table(heads, rows, { class: "ranking" }),
    element("p", { class: "muted" }, scaleNote(data)));
}

function errorCell(engine, data) {
  if (engine.name in data.anchors) return cell("anchor", { class: "muted" });
  if (engine.error === null)
    return cell("?", { title: "no chain of games ties this engine to the others" });
  return cell(engine.error.toFixed(0));
}

function scaleNote(data) {
  const anchors = Object.entries(data.anchors).map(([name, elo]) => `${name} at ${elo}`);
  const scale = anchors.length ? `with ${anchors.join(", ")} fixed` : "against the average of the field";
  const gap = data.connected ? "" :
    " Some engines are tied to the others by no chain of games: their ratings do not compare.";
  return `Elo ${scale}; Bradley\u2013Terry maximum likelihood with 95 % intervals; ${data.prior}.${gap}`;
}

const MOST_OPEN = 15;

// Every two engines that met, folded where they are many: the difference of their ratings, and
// their pairs of games.
function pairingTable(data, showPair) {
  const heads = [["Engine"], ["against"], ["W\u2013D\u2013L", "wins, draws, losses"],
    ["Elo", "the difference of the two ratings"], ["\u00b1", "half the 95 % interval"],
    ["Normalised Elo", "points above a half, in standard deviations of a game"],
    ["Pairs", "pairs of games with one opening that brought 0, \u00bd, 1, 1\u00bd and 2 points"],
    ["LOS", "likelihood of superiority"]];
  const rows = data.pairings.map((one) => element("tr", {},
    rowHead(nameOf(data.engines[one.first])), rowHead(nameOf(data.engines[one.second])),
    cell(element("button", { class: "link", title: "Show the games",
      click: () => showPair(one.first, one.second) }, written(one.score))),
    cell(signed(one.elo)), pairingError(one),
    cell(one.normalised ? `${signed(one.normalised[0])} \u00b1 ${one.normalised[1].toFixed(0)}` : "\u2013"),
    cell(one.pairs.join(", "), one.unpaired
      ? { title: `${count(one.unpaired, "game")} without the other half` } : {}),
    cell(percent(one.los))));
  const all = table(heads, rows, { class: "pairings" });
  const folded = rows.length <= MOST_OPEN ? all
    : element("details", {}, element("summary", {}, count(rows.length, "pairing")), all);
  byId("pairings").append(folded, element("p", { class: "muted" },
    "Pairs: one opening played with both colours, counted by the points they brought the engine: "
    + "0, \u00bd, 1, 1\u00bd, 2. Normalised Elo does not depend on how even the openings are."));
}

function pairingError({ error, pair_error: paired }) {
  if (error === null) return cell("?");
  return paired === null ? cell(error.toFixed(0))
    : cell(`${error.toFixed(0)} (${paired.toFixed(0)})`, { title: "in brackets by the spread of pairs" });
}

// A square matrix of engines; make(i, j) gives the cell of row i and column j.
function matrix(data, make) {
  const heads = [[""], ...data.engines.map((engine, i) => [String(i + 1), nameOf(engine)])];
  const rows = data.engines.map((engine, i) => element("tr", {},
    rowHead(`${i + 1} ${nameOf(engine)}`), data.engines.map((_, j) => make(i, j))));
  return table(heads, rows, { class: "matrix" });
}

// The tint of a share of points: towards one colour above a half, another below.
const tint = (share) =>
  `--tint: var(--${share >= 0.5 ? "good" : "bad"}); --much: ${Math.round(70 * Math.abs(share - 0.5))}%`;

function crossTable(data, showPair) {
  byId("cross").append(matrix(data, (i, j) => {
    const score = data.cross[i][j];
    if (i === j || !score) return cell("", { class: "empty" });
    const text = [element("b", {}, String(points(score))), element("small", {}, written(score))];
    const name = `${nameOf(data.engines[i])} against ${nameOf(data.engines[j])}`;
    return cell(element("button", { click: () => showPair(i, j), title: `Games of ${name}` }, text),
      { class: "tinted", style: tint(points(score) / played(score)) });
  }), element("p", { class: "muted" }, "Points of the row against the column; click for the games."));
}

function superiority(data) {
  byId("superiority").append(matrix(data, (i, j) => i === j ? cell("", { class: "empty" }) :
    cell((100 * data.los[i][j]).toFixed(1), { class: "tinted", style: tint(data.los[i][j]) })),
  element("p", { class: "muted" },
    "The chance, in percent, that the engine of the row is stronger than that of the column."));
}
