// The methods by their names on the wire: from the members of "params" to the values of the implementation and back. Answers are what JSON.stringify
// writes as the wire has it. Reading and writing lines is in driver.mjs, and letting threads race is in race.mjs.

import * as functions from './functions.mjs';

const optional = (convert) => (value) => (value === null ? null : convert(value));
const optionalWord = optional(BigInt);
const wordText = String;
const optionalWordText = optional(String);

const bytesOf = optional((value) => (typeof value === 'string' ? Buffer.from(value, 'utf8') : Buffer.from(value.hex, 'hex')));
const decision = ({ slots, skipReason }) => ({ slots: wordText(slots), skip_reason: skipReason });
const parsed = (result) => ('err' in result ? result : { ok: optionalWordText(result.ok) });
const served = ({ published, reserved, allocated }) => ({
  published: optionalWordText(published),
  reserved: wordText(reserved),
  allocated: wordText(allocated),
});
const serveFlags = (flags) => ({
  prefillCodispatch: flags.prefill_codispatch,
  prefillVarlenBatch: flags.prefill_varlen_batch,
  ssmDecodeRingSlots: flags.ssm_decode_ring_slots,
  speculative: flags.speculative,
  dflash: flags.dflash,
});

/** Each method as a function of a lifetime and its params. A Map, so that `constructor` or `__proto__` is no method. */
export const METHODS = new Map(
  Object.entries({
    bool_value_enabled: (_, p) => functions.boolValueEnabled(p.value),
    watchdogs_disabled_from_value: (_, p) => functions.watchdogsDisabledFromValue(p.value),
    prefill_batched_first_chunk_from_parts: (_, p) => functions.prefillBatchedFirstChunkFromParts(p.codispatch, p.q12),
    batched_chunk_zero_admitted: (_, p) => functions.batchedChunkZeroAdmitted(p.first_chunk_lever, p.varlen),
    parse_decode_ring_slots: (_, p) => parsed(functions.parseDecodeRingSlots(p.s)),
    decode_ring_fit_ladder: () => functions.decodeRingFitLadder().map(wordText),
    decode_rollback_ring_slots_with: (_, p) =>
      decision(
        functions.decodeRollbackRingSlotsWith(
          BigInt(p.num_ssm_layers),
          p.use_speculative,
          optionalWord(p.published),
          p.ring_override,
          p.watchdogs_disabled,
        ),
      ),
    fit_decode_ring_slots: (_, p) =>
      wordText(
        functions.fitDecodeRingSlots(
          BigInt(p.start_slots),
          BigInt(p.reserve_without_ring),
          BigInt(p.bytes_per_ring_slot),
          BigInt(p.free_mem),
        ),
      ),
    rollback_to_boundary: (_, p) => functions.rollbackToBoundary(BigInt(p.num_ssm_layers), BigInt(p.depth)),

    set_prefill_codispatch_from_cli: (lifetime, p) => lifetime.setPrefillCodispatchFromCli(p.enabled),
    prefill_codispatch_enabled: (lifetime) => lifetime.prefillCodispatchEnabled(),
    set_prefill_varlen_from_cli: (lifetime, p) => lifetime.setPrefillVarlenFromCli(p.enabled),
    prefill_varlen_enabled: (lifetime) => lifetime.prefillVarlenEnabled(),
    prefill_batched_first_chunk_enabled: (lifetime) => lifetime.prefillBatchedFirstChunkEnabled(),
    prefill_batched_chunk_zero_admitted: (lifetime) => lifetime.prefillBatchedChunkZeroAdmitted(),
    set_decode_ring_slots: (lifetime, p) => wordText(lifetime.setDecodeRingSlots(BigInt(p.slots))),
    published_decode_ring_slots: (lifetime) => optionalWordText(lifetime.publishedDecodeRingSlots()),
    decode_rollback_ring_slots: (lifetime, p) => decision(lifetime.decodeRollbackRingSlots(BigInt(p.num_ssm_layers), p.use_speculative)),
    log_gemm_shape: (lifetime, p) => lifetime.logGemmShape(p.backend, p.name, p.m, p.n, p.k),
    log_cutlass_nvfp4_route: (lifetime, p) => lifetime.logCutlassNvfp4Route(p.backend, p.name, p.m, p.n, p.k),
    start_serve: (lifetime, p) =>
      served(
        lifetime.startServe(
          serveFlags(p.flags),
          BigInt(p.num_ssm_layers),
          BigInt(p.reserve_without_ring),
          BigInt(p.bytes_per_ring_slot),
          BigInt(p.free_mem),
        ),
      ),

    set_env: (lifetime, p) => {
      lifetime.setEnv(p.name, bytesOf(p.value));
      return null;
    },
    set_debug_logging: (lifetime, p) => {
      lifetime.setDebugLogging(p.enabled);
      return null;
    },
  }),
);
