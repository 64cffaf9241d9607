// Unpacks the data and builds the page.

async function unpacked() {
  const bytes = Uint8Array.from(atob(byId("data").textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

function summary(data) {
  const { black = 0, white = 0, draw = 0 } = data.results;
  const decided = black + white + draw;
  const ended = (reasons) => reasons.reduce((sum, reason) => sum + (data.reasons[reason] ?? 0), 0);
  const adjudicated = ended(data.adjudicated);
  const kinds = [...new Set(data.games.map((game) =>
    game.size ? `${game.rule} ${game.size}\u00d7${game.size}` : game.rule))];
  const days = data.games.map((game) => (game.started ?? "").slice(0, 10)).filter(Boolean).sort();
  const parts = [count(data.games.length, "game"), count(data.engines.length, "engine"), kinds.join(", "),
    decided ? `first player scores ${percent((black + draw / 2) / decided)}` : "",
    count(ended(data.forfeits), "forfeit"), adjudicated ? `${adjudicated} adjudicated` : "", [...new Set([days[0], days[days.length - 1]])].filter(Boolean).join(" to ")];
  byId("summary").textContent = parts.filter(Boolean).join(" \u00b7 ");
}

// Returns the game and move that the address names.
function asked(data) {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const game = data.games[Number(wanted.get("game")) - 1] ?? data.games[0];
  return [game, wanted.has("move") ? Number(wanted.get("move")) : undefined];
}

const data = await unpacked().catch((error) => {
  byId("summary").textContent =
    "The games cannot be shown: the file is torn, or this browser is older than 2023.";
  throw error;
});
data.games.forEach((game, index) => Object.assign(game, { index, moves: game.moves ?? "" }));
summary(data);
const games = new Games(data);
ranking(data, (i) => games.show(i, "", "own forfeit"));
eloPlot(data);
crossTable(data, (i, j) => games.show(i, j, ""));
pairingTable(data, (i, j) => games.show(i, j, ""));
superiority(data);
timePlots(data);
games.filter();
games.open(...asked(data));
document.body.dataset.ready = "yes";
