// The port's own tests: what JavaScript has otherwise than the pages ask for, and the driver as a program. Whether the port keeps the rules is for the
// suite to say.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'node:test';

import * as functions from './functions.mjs';

const DRIVER = new URL('./driver.mjs', import.meta.url).pathname;

function line(id, method, params = {}) {
  return `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
}

/** A driver that is running: its lines as they come, and how it ends. */
function started() {
  const child = spawn(process.execPath, [DRIVER], { stdio: ['pipe', 'pipe', 'inherit'] });
  let waiting = '';
  async function answer() {
    while (!waiting.includes('\n')) waiting += String((await once(child.stdout, 'data'))[0]);
    const end = waiting.indexOf('\n');
    const message = JSON.parse(waiting.slice(0, end));
    waiting = waiting.slice(end + 1);
    return message;
  }
  return { write: (text) => child.stdin.write(text), answer, end: () => child.stdin.end(), status: once(child, 'exit').then(([code]) => code) };
}

/** The results of some calls `[method, params]` to one new process, written ahead. */
async function resultsOf(calls) {
  const driver = started();
  driver.write(calls.map(([method, params], i) => line(i, method, params)).join(''));
  const results = [];
  for (let i = 0; i < calls.length; i += 1) {
    const { id, result } = await driver.answer();
    assert.equal(id, i);
    results.push(result);
  }
  driver.end();
  assert.equal(await driver.status, 0);
  return results;
}

test('a tie goes to the even digit, and a carry to the next exponent', () => {
  const written = [0, 2, 9994, 9995, 10005, 10015, 99995, 99994, 9999500].map(functions.flopText);
  assert.deepEqual(written, ['0.000e0', '2.000e0', '9.994e3', '9.995e3', '1.000e4', '1.002e4', '1.000e5', '9.999e4', '1.000e7']);
});

test('exactly the 25 characters of White_Space are trimmed', () => {
  const trimmed = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const blank = String.fromCodePoint(code);
    if (functions.watchdogsDisabledFromValue(`${blank}1${blank}`)) trimmed.push(code);
  }
  const whiteSpace = [9, 10, 11, 12, 13, 0x20, 0x85, 0xa0, 0x1680];
  for (let code = 0x2000; code <= 0x200a; code += 1) whiteSpace.push(code);
  assert.deepEqual(trimmed, [...whiteSpace, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000]);
});

test('a long text is read in linear time', { timeout: 5000 }, () => {
  assert.deepEqual(functions.parseDecodeRingSlots(`${'0'.repeat(1e6)}7`), { ok: 7n });
  assert.match(functions.parseDecodeRingSlots(`${'0'.repeat(1e6)}x`).err, /^unknown/);
  assert.match(functions.parseDecodeRingSlots('9'.repeat(1e6)).err, /^unknown/);
  assert.equal(functions.watchdogsDisabledFromValue(`x${' '.repeat(1e6)}x`), false);
});

test('a request in pieces is answered when its line ends, and nothing later is waited for', { timeout: 10000 }, async () => {
  const driver = started();
  const request = line(2 ** 53 - 1, 'set_decode_ring_slots', { slots: '18446744073709551615' });
  driver.write(request.slice(0, 20));
  await new Promise((resolve) => setTimeout(resolve, 50));
  driver.write(request.slice(20));
  assert.deepEqual(await driver.answer(), { jsonrpc: '2.0', id: 2 ** 53 - 1, result: '18446744073709551615' });
  driver.write(line(1, 'constructor'));
  assert.equal((await driver.answer()).error.code, -32601);
  driver.end();
  assert.equal(await driver.status, 0);
});

test('a variable keeps its byte order mark, and one that is no UTF-8 is absent', { timeout: 10000 }, async () => {
  const first = ['prefill_batched_first_chunk_enabled'];
  const q12 = (value) => ['set_env', { name: 'METRALE_Q12_BATCHED_FIRST_CHUNK', value }];
  const results = await resultsOf([q12('\ufeff1'), first, q12({ hex: '31ff' }), first, q12({ hex: '31' }), first]);
  assert.deepEqual(results, [null, false, null, false, null, true]);
});

test('racing setters agree, in a process that is reset as well', { timeout: 60000 }, async () => {
  const setters = Array.from({ length: 8 }, (_, i) => ({ method: 'set_decode_ring_slots', params: { slots: String(i) } }));
  const rounds = 50;
  const results = await resultsOf(
    Array.from({ length: rounds }, () => [['race', { calls: setters }], ['published_decode_ring_slots'], ['reset'], ['published_decode_ring_slots']]).flat(),
  );
  for (let i = 0; i < rounds; i += 1) {
    const [raced, published, , afterReset] = results.slice(4 * i);
    assert.deepEqual(raced, setters.map(() => published));
    assert.equal(afterReset, null);
  }
});

test('a racing call that fails is an error of the race', { timeout: 10000 }, async () => {
  const driver = started();
  driver.write(line(1, 'race', { calls: [{ method: 'no_such_method', params: {} }] }));
  assert.equal((await driver.answer()).error.code, -32603);
  driver.end();
  assert.equal(await driver.status, 0);
});
