// Swap2: the opener places three stones; the chooser takes a colour, or places two more and lets
// the opener choose. Neither side has a colour until then; `seats` are opener and chooser.

const STAGES = {
  0: { who: "opener", stones: 3, ask: null },
  3: { who: "chooser", stones: 2, ask: ["black", "white", "two"] },
  5: { who: "opener", stones: 0, ask: ["black", "white"] },
};

export class Swap2 {
  constructor(opener, chooser) {
    this.seats = { opener, chooser };
    this.placing = true; // the opener's three stones, or the chooser's two
    this.due = 3; // stones on the board when the placing ends
    this.stage = 0;
  }

  // Returns what is needed to continue after a reload, without the seats.
  kept() {
    const { placing, due, stage } = this;
    return { placing, due, stage };
  }

  // The seat that places stones or chooses now.
  get seat() {
    return this.seats[STAGES[this.stage].who];
  }

  // Returns whether an engine can be asked with this many stones: it places its stones together.
  asksAt(ply) {
    return ply in STAGES;
  }

  get choices() {
    return this.placing ? null : STAGES[this.stage].ask;
  }

  // Registers a placed stone; returns true if the other side chooses next.
  placed(ply) {
    if (!this.placing || ply < this.due) return false;
    this.placing = false;
    this.stage = this.due;
    return true;
  }

  // Returns, after undo or redo, to the stage that the number of stones belongs to.
  stepped(ply) {
    if (this.stage === 5 && ply < 5) Object.assign(this, { stage: 3, placing: true, due: 5 });
    if (this.stage === 3 && ply < 3) Object.assign(this, { stage: 0, placing: true, due: 3 });
    this.placed(ply);
    if (this.stage !== 3 || this.placing || ply <= 3) return;
    this.choose("two"); // stones after the first three are the chooser's two
    this.placed(ply);
  }

  // Makes a choice; returns the seats by colour if it settles them, else null.
  choose(choice) {
    const chooser = this.seat;
    const rest = chooser === this.seats.opener ? this.seats.chooser : this.seats.opener;
    if (choice === "two") {
      this.placing = true;
      this.due = 5;
      return null;
    }
    return choice === "black" ? { black: chooser, white: rest } : { black: rest, white: chooser };
  }
}
