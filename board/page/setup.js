// The dialog for a new game, and the limits of players.

export const HUMAN = "Human";

// value, label, and fields of the request; protocol engines have time limits only
const LIMITS = [
  ["1v", "1 visit", { visits: 1 }],
  ["10v", "10 visits", { visits: 10 }],
  ["100v", "100 visits", { visits: 100 }],
  ["1000v", "1,000 visits", { visits: 1000 }],
  ["10000v", "10,000 visits", { visits: 10000 }],
  ["0.2s", "0.2 s", { seconds: 0.2 }],
  ["1s", "1 s", { seconds: 1 }],
  ["3s", "3 s", { seconds: 3 }],
  ["10s", "10 s", { seconds: 10 }],
  ["30s", "30 s", { seconds: 30 }],
];

export const limitOf = (value) => LIMITS.find(([key]) => key === value)[2];
export const limitText = (value) => LIMITS.find(([key]) => key === value)[1];

function fill(select, options, chosen) {
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
  if (options.some(([value]) => String(value) === String(chosen))) select.value = chosen;
}

export class Setup {
  constructor(dialog, onStart) {
    this.dialog = dialog;
    this.fields = dialog.querySelector("form").elements;
    this.fields.black.addEventListener("change", () => this.offerLimits("black"));
    this.fields.white.addEventListener("change", () => this.offerLimits("white"));
    this.fields.opening.addEventListener("change", () => this.nameSides());
    // not on "close", which comes a moment later, when a key may have been pressed already
    dialog.addEventListener("submit", ({ submitter }) => {
      if (submitter.value === "start") onStart(this.values());
    });
  }

  // Shows the server's rules, sizes and players; valid choices are kept.
  offer({ rules, sizes: [least, most], players, fukumi }) {
    this.fukumi = fukumi;
    const { rule, size, black, white } = this.fields;
    const sizes = Array.from({ length: most - least + 1 }, (_, i) => least + i);
    fill(rule, rules.map((name) => [name, name]), rule.value);
    fill(size, sizes.map((n) => [n, `${n} × ${n}`]), size.value || 15);
    const names = [HUMAN, ...players].map((name) => [name, name]);
    fill(black, names, black.value || HUMAN);
    fill(white, names, white.value || fukumi);
    this.offerLimits("black");
    this.offerLimits("white");
  }

  offerLimits(side) {
    const player = this.fields[side].value;
    const select = this.fields[`${side}-limit`];
    const fitting = LIMITS.filter(([, , limit]) => player === this.fukumi || limit.seconds);
    fill(select, fitting.map(([value, text]) => [value, text]), select.value || "1s");
    if (!select.value) select.value = "1s";
    select.disabled = player === HUMAN;
  }

  nameSides() {
    const swap2 = this.fields.opening.value === "swap2";
    this.dialog.querySelector(".first").textContent = swap2 ? "Opens" : "Black";
    this.dialog.querySelector(".second").textContent = swap2 ? "Chooses" : "White";
  }

  values() {
    const { rule, size, opening, black, white } = this.fields;
    const seat = (side, name) => ({ name, limit: this.fields[`${side}-limit`].value });
    return {
      rule: rule.value,
      size: Number(size.value),
      opening: opening.value,
      seats: { black: seat("black", black.value), white: seat("white", white.value) },
    };
  }

  show() {
    this.nameSides();
    this.dialog.showModal();
  }
}
