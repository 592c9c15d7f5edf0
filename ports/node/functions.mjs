// The functions of their arguments: no variable is read here, no state is kept. Words are BigInt and m, n, k are numbers, which hold 32 bits
// exactly. The calls that have state are in lifetime.mjs, and what their values look like on the wire is in methods.mjs.

export const LARGEST_WORD = 2n ** 64n - 1n;
export const FULL_DEPTH = 8n;

const LADDER = Object.freeze([FULL_DEPTH, 4n, 2n, 1n, 0n]);
const ON = /^(?:1|[Tt][Rr][Uu][Ee])$/;
// White_Space is spelled out: \s and trim() would take U+FEFF for white space, and not U+0085.
const WHITE_SPACE = '\\u0009-\\u000d\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const BLANKS_AT_THE_BEGINNING = new RegExp(`^[${WHITE_SPACE}]+`);
const OTHER_THAN_WHITE_SPACE = new RegExp(`[^${WHITE_SPACE}]`);
const NUMBER = /^\+?[0-9]+$/;
const SIGN_AND_LEADING_ZEROS = /^\+?0*(?=[0-9])/;
const LONGEST_WORD = String(LARGEST_WORD).length;

/** Whether the text of a lever's variable, or null, means on (truth/switch). */
export function boolValueEnabled(value) {
  return value !== null && ON.test(value);
}

/** Whether the text of METRALE_DISABLE_WATCHDOGS, or null, disables them (truth/watchdogs). */
export function watchdogsDisabledFromValue(value) {
  return value !== null && ON.test(trimmed(value));
}

function trimmed(text) {
  const start = text.replace(BLANKS_AT_THE_BEGINNING, '');
  let end = start.length; // a loop, for a pattern anchored at the end takes quadratic time in a text of many blanks
  while (end > 0 && !OTHER_THAN_WHITE_SPACE.test(start[end - 1])) end -= 1;
  return start.slice(0, end);
}

/** The first-chunk answer: codispatch, or the text of Q12 (admission/first-chunk). */
export function prefillBatchedFirstChunkFromParts(codispatch, q12) {
  return codispatch || boolValueEnabled(q12);
}

/** Whether a wave may carry chunk-zero streams (admission/chunk-zero). */
export function batchedChunkZeroAdmitted(firstChunkLever, varlen) {
  return firstChunkLever || varlen;
}

/** `{ok: depth or null}`, or `{err: message}` (ring-parse). */
export function parseDecodeRingSlots(text) {
  if (text === 'auto') return { ok: null };
  const digits = NUMBER.test(text) ? text.replace(SIGN_AND_LEADING_ZEROS, '') : null;
  // The length is looked at first, so that no text, however long, is turned into a huge number to be refused after all.
  const value = digits === null || digits.length > LONGEST_WORD ? null : BigInt(digits);
  if (value === null || value > LARGEST_WORD) return { err: `unknown ssm-decode-ring-slots '${text}' (valid: auto, 0..=8)` };
  if (value > FULL_DEPTH) return { err: `ssm-decode-ring-slots ${value} exceeds the 8 the ring is sized for` };
  return { ok: value };
}

/** The depths that a fit may choose, in slots, deepest first (ring-fit/ladder). */
export function decodeRingFitLadder() {
  return LADDER;
}

/** The deepest rung, in slots, not above the start whose total in bytes is within `freeMem`; 0 where none is (ring-fit). */
export function fitDecodeRingSlots(startSlots, reserveWithoutRing, bytesPerRingSlot, freeMem) {
  const fits = (rung) => saturated(reserveWithoutRing + saturated(rung * bytesPerRingSlot)) <= freeMem;
  return LADDER.find((rung) => rung <= startSlots && fits(rung)) ?? 0n;
}

function saturated(value) {
  return value > LARGEST_WORD ? LARGEST_WORD : value;
}

/** `{slots, skipReason}`, the reason a text or null (ring-decision). `published` and `ringOverride` may be null. */
export function decodeRollbackRingSlotsWith(numSsmLayers, useSpeculative, published, ringOverride, watchdogsDisabled) {
  if (numSsmLayers === 0n) return { slots: 0n, skipReason: null };
  if (published !== null) return { slots: published, skipReason: null };
  if (ringOverride === '1') return { slots: FULL_DEPTH, skipReason: null };
  if (ringOverride === '0') return { slots: 0n, skipReason: null };
  if (useSpeculative) return { slots: 0n, skipReason: 'speculative decode active' };
  if (watchdogsDisabled) return { slots: 0n, skipReason: 'watchdogs disabled' };
  return { slots: FULL_DEPTH, skipReason: null };
}

/** The name of the fallback when a rollback declines, or null (serve/rollback-declines). */
export function rollbackToBoundary(numSsmLayers, depth) {
  return numSsmLayers > 0n && depth === 0n ? 'NoSsmSnapshot' : null;
}

/** The cost of a shape in floating-point operations: a number, which is binary64 (shape-log/flop). */
export function flop(m, n, k) {
  return 2 * m * n * k;
}

/** A cost as it is logged, four digits and an exponent (shape-log/flop-format). */
export function flopText(cost) {
  // toExponential(3) rounds ties up, so the exact whole number is rounded here.
  const exact = BigInt(cost);
  let exponent = String(exact).length - 1;
  let digits = exact;
  if (exponent < 3) {
    digits *= 10n ** BigInt(3 - exponent);
  } else {
    const unit = 10n ** BigInt(exponent - 3);
    const twiceTheRest = (exact % unit) * 2n;
    digits = exact / unit;
    if (twiceTheRest > unit || (twiceTheRest === unit && digits % 2n === 1n)) digits += 1n;
    if (digits === 10000n) {
      digits = 1000n;
      exponent += 1;
    }
  }
  const written = String(digits).padEnd(4, '0');
  return `${written[0]}.${written.slice(1)}e${exponent}`;
}
