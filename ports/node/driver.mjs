// The loop around the implementation: lines from standard input, answers to standard output, one process lifetime. Reads and writes block, so that
// whatever came at once is answered at once, in one write, before more is waited for.

import { readSync, writeSync } from 'node:fs';

import { Lifetime } from './lifetime.mjs';
import { METHODS } from './methods.mjs';
import { race } from './race.mjs';

const STANDARD_INPUT = 0;
const STANDARD_OUTPUT = 1;
const LINE_FEED = 0x0a;
const CHUNK_BYTES = 65536; // what a pipe holds
const NO_SUCH_METHOD = -32601;
const INTERNAL_ERROR = -32603;

let lifetime = new Lifetime();

const OWN_METHODS = new Map(
  Object.entries({
    hello: () => ({
      port: 'metrale-node',
      version: '0.1',
      spec: '0.1',
      word_bits: 64,
      methods: [...METHODS.keys(), ...OWN_METHODS.keys()],
    }),
    race: (params) => race(lifetime, params.calls),
    reset: () => {
      lifetime = new Lifetime();
      return null;
    },
  }),
);

function outcome(method, params) {
  try {
    if (OWN_METHODS.has(method)) return { result: OWN_METHODS.get(method)(params) };
    if (METHODS.has(method)) return { result: METHODS.get(method)(lifetime, params) };
    return { error: { code: NO_SUCH_METHOD, message: `this port has no method ${method}` } };
  } catch (error) {
    console.error(error);
    return { error: { code: INTERNAL_ERROR, message: String(error) } };
  }
}

function answerLine(line) {
  const { id, method, params } = JSON.parse(line);
  return `${JSON.stringify({ jsonrpc: '2.0', id, ...outcome(method, params) })}\n`;
}

function write(text) {
  let rest = Buffer.from(text, 'utf8');
  while (rest.length > 0) rest = rest.subarray(writeSync(STANDARD_OUTPUT, rest));
}

const chunk = Buffer.alloc(CHUNK_BYTES);
let begun = []; // the parts of a line whose end has not come yet
for (let size; (size = readSync(STANDARD_INPUT, chunk)) > 0; ) {
  const answers = [];
  let start = 0;
  for (let end; (end = chunk.subarray(0, size).indexOf(LINE_FEED, start)) >= 0; start = end + 1) {
    begun.push(chunk.subarray(start, end));
    answers.push(answerLine(Buffer.concat(begun).toString('utf8')));
    begun = [];
  }
  if (start < size) begun.push(Buffer.from(chunk.subarray(start, size)));
  write(answers.join(''));
}
process.exit(0); // the threads of a race would go on waiting for the next
