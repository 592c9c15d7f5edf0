// One process lifetime: its cells, its variables, its debug logging and its backends, and the calls that read or write them. Values are those of
// functions.mjs; nothing here knows of JSON.

import { Cells } from './cells.mjs';
import * as functions from './functions.mjs';

// ignoreBOM keeps a byte order mark in the text, where the default drops it.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class Lifetime {
  /** A new process, or, with the shared parts of another thread's lifetime, the same process seen from this thread. */
  constructor({ memory, environment } = {}) {
    this.cells = new Cells(memory);
    this.environment = environment ?? new Map();
    this.debug = false;
    this.backends = new Map();
  }

  /** What another thread needs to see the cells and the variables of this process; the variables are copied. */
  get shared() {
    return { memory: this.cells.memory, environment: this.environment };
  }

  // The environment. process.env decodes each value on the way in and encodes it on the way out, and so cannot hold bytes that are no UTF-8.

  /** Sets a variable to bytes, or unsets it with null. */
  setEnv(name, bytes) {
    if (bytes === null) this.environment.delete(name);
    else this.environment.set(name, bytes);
  }

  /** The exact text of a variable; null where it is unset or no UTF-8 (environment/undecodable). */
  variable(name) {
    const bytes = this.environment.get(name);
    if (bytes === undefined) return null;
    try {
      return UTF8.decode(bytes);
    } catch {
      return null;
    }
  }

  // The switches and the questions of admission.

  setPrefillCodispatchFromCli(enabled) {
    return this.cells.codispatch.take(enabled);
  }

  prefillCodispatchEnabled() {
    return this.#resolved(this.cells.codispatch, 'METRALE_PREFILL_CODISPATCH');
  }

  setPrefillVarlenFromCli(enabled) {
    return this.cells.varlen.take(enabled);
  }

  prefillVarlenEnabled() {
    return this.#resolved(this.cells.varlen, 'METRALE_PREFILL_VARLEN');
  }

  #resolved(cell, name) {
    return cell.get() ?? cell.take(functions.boolValueEnabled(this.variable(name)));
  }

  prefillBatchedFirstChunkEnabled() {
    const codispatch = this.prefillCodispatchEnabled();
    return functions.prefillBatchedFirstChunkFromParts(codispatch, this.variable('METRALE_Q12_BATCHED_FIRST_CHUNK'));
  }

  prefillBatchedChunkZeroAdmitted() {
    // Both are asked before they are joined: a question resolves both switches (admission/chunk-zero-resolves-both).
    const firstChunk = this.prefillBatchedFirstChunkEnabled();
    const varlen = this.prefillVarlenEnabled();
    return functions.batchedChunkZeroAdmitted(firstChunk, varlen);
  }

  // The ring.

  setDecodeRingSlots(slots) {
    return this.cells.depth.take(slots);
  }

  publishedDecodeRingSlots() {
    return this.cells.depth.get();
  }

  decodeRollbackRingSlots(numSsmLayers, useSpeculative) {
    const watchdogsDisabled = functions.watchdogsDisabledFromValue(this.variable('METRALE_DISABLE_WATCHDOGS'));
    const ringOverride = this.variable('METRALE_SSM_DECODE_RING');
    return functions.decodeRollbackRingSlotsWith(numSsmLayers, useSpeculative, this.cells.depth.get(), ringOverride, watchdogsDisabled);
  }

  // The serve.

  /**
   * Starts a serve as far as flags and ring go: `{published, reserved, allocated}`, in slots (serve). A text that is refused stops the start
   * before anything is published.
   */
  startServe(flags, numSsmLayers, reserveWithoutRing, bytesPerRingSlot, freeMem) {
    const slots = flags.ssmDecodeRingSlots === null ? { ok: null } : functions.parseDecodeRingSlots(flags.ssmDecodeRingSlots);
    if (slots.err !== undefined) throw new Error(slots.err);
    if (flags.prefillCodispatch !== null) this.setPrefillCodispatchFromCli(flags.prefillCodispatch);
    if (flags.prefillVarlenBatch !== null) this.setPrefillVarlenFromCli(flags.prefillVarlenBatch);
    if (slots.ok !== null) this.setDecodeRingSlots(slots.ok);

    const decide = () => this.decodeRollbackRingSlots(numSsmLayers, flags.speculative || flags.dflash).slots;
    if (this.publishedDecodeRingSlots() === null) {
      const decided = decide();
      const fitted = functions.fitDecodeRingSlots(decided, reserveWithoutRing, bytesPerRingSlot, freeMem);
      if (fitted < decided) this.setDecodeRingSlots(fitted);
    }
    // What is reserved while this variable is present is not specified; the name says the full ring.
    const reserved = this.environment.has('METRALE_SSM_RESERVE_RING_FULL') && numSsmLayers > 0n ? functions.FULL_DEPTH : decide();
    return { published: this.publishedDecodeRingSlots(), reserved, allocated: decide() };
  }

  // The shape log.

  setDebugLogging(enabled) {
    this.debug = enabled;
  }

  logCutlassNvfp4Route(backend, name, m, n, k) {
    if (!this.debug || !this.#isNew(backend, name, m, n, k)) return [];
    return [{ level: 'debug', message: `CUTLASS_NVFP4_ROUTE ${name} M=${m} N=${n} K=${k}` }];
  }

  logGemmShape(backend, name, m, n, k) {
    if (this.variable('METRALE_GEMM_SHAPE_LOG') !== '1' || !this.#isNew(backend, name, m, n, k)) return [];
    const cost = functions.flopText(functions.flop(m, n, k));
    return [{ level: 'warn', message: `GEMM_SHAPE ${name} M=${m} N=${n} K=${k} FLOP=${cost}` }];
  }

  /** Whether neither call has reported this shape on this backend; it is remembered as reported from now on. */
  #isNew(backend, name, m, n, k) {
    if (!this.backends.has(backend)) this.backends.set(backend, new Set());
    const reported = this.backends.get(backend);
    const shape = `${m} ${n} ${k} ${name}`; // the name comes last: whatever it holds, it cannot be taken for a number
    if (reported.has(shape)) return false;
    reported.add(shape);
    return true;
  }
}
