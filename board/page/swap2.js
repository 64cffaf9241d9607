// Swap2: one side places three stones; the other takes a colour or places two more and lets the
// first choose. Until it is over neither side has a colour; `seats` are those of opener and chooser.

const STAGES = {
  0: { who: "opener", stones: 3, ask: null },
  3: { who: "chooser", stones: 2, ask: ["black", "white", "two"] },
  5: { who: "opener", stones: 0, ask: ["black", "white"] },
};

export const CHOICES = {
  black: "Play Black",
  white: "Play White",
  two: "Place two more",
};

export class Swap2 {
  constructor(opener, chooser) {
    this.seats = { opener, chooser };
    this.placing = true; // the opener's three, or the chooser's two
    this.due = 3; // stones on the board when the placing ends
    this.stage = 0;
  }

  // Whose turn it is, to place or to choose.
  get seat() {
    return this.seats[STAGES[this.stage].who];
  }

  get choices() {
    return this.placing ? null : STAGES[this.stage].ask;
  }

  // A stone was placed: true when the other side is to choose now.
  placed(ply) {
    if (!this.placing || ply < this.due) return false;
    this.placing = false;
    this.stage = ply;
    return true;
  }

  // Undo and redo lead back into the part of the opening that the stones belong to.
  stepped(ply) {
    if (this.stage === 5 && ply < 5) Object.assign(this, { stage: 3, placing: true, due: 5 });
    if (this.stage === 3 && ply < 3) Object.assign(this, { stage: 0, placing: true, due: 3 });
    this.placed(ply);
  }

  // The side that chooses says what; returns the seats by colour once that settles them.
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
