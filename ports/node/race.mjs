// Lets calls go at one moment, a thread each. The threads are workers that stay for the next race, since starting one takes longer than all that
// it is then asked. What a worker does is in racer.mjs.

import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';

import { DONE, SIGNALS } from './racer.mjs';

const threads = [];

function thread() {
  const { port1: port, port2: theirs } = new MessageChannel();
  const worker = new Worker(new URL('./racer.mjs', import.meta.url), { workerData: { port: theirs }, transferList: [theirs] });
  worker.unref();
  port.unref();
  return port;
}

/** The answers, in order, of calls `{method, params}` that race on the cells of the lifetime. Throws what the first call that failed has thrown. */
export function race(lifetime, calls) {
  while (threads.length < calls.length) threads.push(thread());
  const racing = threads.slice(0, calls.length);
  const signals = new Int32Array(new SharedArrayBuffer(SIGNALS * Int32Array.BYTES_PER_ELEMENT));
  racing.forEach((port, i) => port.postMessage({ ...lifetime.shared, signals, racers: calls.length, call: calls[i] }));
  for (let done = 0; done < calls.length; done = Atomics.load(signals, DONE)) Atomics.wait(signals, DONE, done);
  const answers = racing.map((port) => receiveMessageOnPort(port).message);
  const failed = answers.find((answer) => 'error' in answer);
  if (failed !== undefined) throw new Error(failed.error);
  return answers.map((answer) => answer.result);
}
