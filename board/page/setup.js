// The dialog for a new game: a level of Fukumi against the person, or any players and limits.

export const HUMAN = "Human";

const DEFAULT_LEVEL = 2;

// key, label, and fields of the request; protocol engines have time limits only
const LIMITS = [
  ["1v", "1 visit", { visits: 1 }],
  ["10v", "10 visits", { visits: 10 }],
  ["100v", "100 visits", { visits: 100 }],
  ["1000v", "1,000 visits", { visits: 1000 }],
  ["10000v", "10,000 visits", { visits: 10000 }],
  ["0.2s", "0.2 s a move", { seconds: 0.2 }],
  ["1s", "1 s a move", { seconds: 1 }],
  ["3s", "3 s a move", { seconds: 3 }],
  ["10s", "10 s a move", { seconds: 10 }],
  ["30s", "30 s a move", { seconds: 30 }],
];
const STRONGEST = "1s"; // the limit above all levels

const levelKey = (index) => `level${index}`;

// Returns the fields of a request for a move within a limit or at a level.
export function limitOf(key) {
  const level = /^level(\d+)$/.exec(key);
  return level ? { level: Number(level[1]) } : LIMITS.find(([known]) => known === key)[2];
}

function fill(select, options, chosen) {
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
  if (options.some(([value]) => String(value) === String(chosen))) select.value = chosen;
}

export class Setup {
  constructor(dialog, onStart) {
    this.dialog = dialog;
    this.levels = [];
    this.fields = dialog.querySelector("form").elements;
    const { level, colour, opening } = this.fields;
    for (const side of ["black", "white"]) {
      this.fields[side].addEventListener("change", () => {
        colour.value = "black"; // no lot between players who were seated one by one
        this.offerLimits(side);
      });
    }
    for (const field of [level, colour]) field.addEventListener("change", () => this.seatPerson());
    opening.addEventListener("change", () => this.nameSides());
    // not on "close", which comes a moment later, when a key may have been pressed already
    dialog.addEventListener("submit", ({ submitter }) => {
      if (submitter.value === "start") onStart(this.values());
    });
  }

  // Shows the server's rules, sizes, players and levels; valid choices are kept.
  offer({ rules, sizes: [least, most], players, fukumi, levels }) {
    this.fukumi = fukumi;
    this.levels = levels;
    const { rule, size, black, white, level } = this.fields;
    const sizes = Array.from({ length: most - least + 1 }, (_, i) => least + i);
    fill(rule, rules.map((name) => [name, name]), rule.value);
    fill(size, sizes.map((n) => [n, `${n} × ${n}`]), size.value || 15);
    const strengths = [...levels.map((name, i) => [levelKey(i), name]), [STRONGEST, "Full strength"]];
    fill(level, strengths, level.value || levelKey(DEFAULT_LEVEL));
    const names = [HUMAN, ...players].map((name) => [name, name]);
    const isNew = !black.value;
    fill(black, names, black.value || HUMAN);
    fill(white, names, white.value || fukumi);
    this.offerLimits("black");
    this.offerLimits("white");
    if (isNew) this.seatPerson();
  }

  // Returns the name of a limit, which for Fukumi may be a level.
  limitText(key) {
    const { level } = limitOf(key);
    return level === undefined ? LIMITS.find(([known]) => known === key)[1] : this.levels[level];
  }

  // Seats the person and Fukumi at the chosen level.
  seatPerson() {
    const { level, colour } = this.fields;
    const person = colour.value === "white" ? "white" : "black";
    const other = person === "black" ? "white" : "black";
    this.fields[person].value = HUMAN;
    this.fields[other].value = this.fukumi;
    this.offerLimits(person);
    this.offerLimits(other);
    this.fields[`${other}-limit`].value = level.value;
  }

  offerLimits(side) {
    const player = this.fields[side].value;
    const select = this.fields[`${side}-limit`];
    const levels = player === this.fukumi ? this.levels.map((name, i) => [levelKey(i), name]) : [];
    const fitting = LIMITS.filter(([, , limit]) => player === this.fukumi || limit.seconds);
    fill(select, [...levels, ...fitting], select.value || STRONGEST);
    if (!select.value || player === HUMAN) select.value = STRONGEST;
    select.disabled = player === HUMAN;
  }

  nameSides() {
    const swap2 = this.fields.opening.value === "swap2";
    this.dialog.querySelector(".first").textContent = swap2 ? "Opens" : "Black";
    this.dialog.querySelector(".second").textContent = swap2 ? "Chooses" : "White";
  }

  values() {
    const { rule, size, opening, colour } = this.fields;
    const seat = (side) => ({ name: this.fields[side].value, limit: this.fields[`${side}-limit`].value });
    const seats = { black: seat("black"), white: seat("white") };
    if (colour.value === "either" && Math.random() < 0.5) {
      [seats.black, seats.white] = [seats.white, seats.black];
    }
    return { rule: rule.value, size: Number(size.value), opening: opening.value, seats };
  }

  show() {
    this.nameSides();
    this.dialog.showModal();
  }
}
