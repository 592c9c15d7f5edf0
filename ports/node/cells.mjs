// The cells of a process, in memory that its threads share: two switches and the published depth of the ring. Each takes a value at most once, whoever
// comes first. What resolves a switch is decided in lifetime.mjs.

const UNRESOLVED = 0;
const OFF = 1;
const ON = 2;

const EMPTY = 0;
const CLAIMED = 1;
const FULL = 2;

// The memory: the depth's word first, for it must be aligned to eight bytes, then a 32-bit state for each cell.
const STATES_AT = 8;
const CODISPATCH = 0;
const VARLEN = 1;
const DEPTH = 2;
const SIZE = STATES_AT + 3 * Int32Array.BYTES_PER_ELEMENT;

/** A boolean that is resolved at most once. */
class Switch {
  constructor(states, index) {
    this.states = states;
    this.index = index;
  }

  /** The value in force, or null while there is none. */
  get() {
    const state = Atomics.load(this.states, this.index);
    return state === UNRESOLVED ? null : state === ON;
  }

  /** Resolves the switch, if nobody has. Answers the value in force. */
  take(value) {
    const mine = value ? ON : OFF;
    const before = Atomics.compareExchange(this.states, this.index, UNRESOLVED, mine);
    return (before === UNRESOLVED ? mine : before) === ON;
  }
}

/** A word that is published at most once. Every word is a depth, so that none is left to mark the empty cell: its state stands beside it. */
class Depth {
  constructor(states, words) {
    this.states = states;
    this.words = words;
  }

  /** The depth in force, or null while there is none. */
  get() {
    return Atomics.load(this.states, DEPTH) === FULL ? Atomics.load(this.words, 0) : null;
  }

  /** Publishes the depth, if nobody has. Answers the depth in force; whoever comes second waits for the first to have written it. */
  take(depth) {
    if (Atomics.compareExchange(this.states, DEPTH, EMPTY, CLAIMED) === EMPTY) {
      Atomics.store(this.words, 0, depth);
      Atomics.store(this.states, DEPTH, FULL);
      Atomics.notify(this.states, DEPTH);
      return depth;
    }
    while (Atomics.load(this.states, DEPTH) === CLAIMED) Atomics.wait(this.states, DEPTH, CLAIMED);
    return Atomics.load(this.words, 0);
  }
}

/** The three cells over one piece of shared memory: new and empty, or that of another thread. */
export class Cells {
  constructor(memory = new SharedArrayBuffer(SIZE)) {
    const states = new Int32Array(memory, STATES_AT);
    this.memory = memory;
    this.codispatch = new Switch(states, CODISPATCH);
    this.varlen = new Switch(states, VARLEN);
    this.depth = new Depth(states, new BigUint64Array(memory, 0, 1));
  }
}
