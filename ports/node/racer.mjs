// A thread of a race: takes one call after another, waits at the barrier until every thread of its race is there, makes the call, and sends what it
// answered. Sharing the signals' layout with race.mjs is why this file is a module as well.

import { isMainThread, workerData } from 'node:worker_threads';

import { Lifetime } from './lifetime.mjs';
import { METHODS } from './methods.mjs';

// 32-bit signals that the threads of one race share: how many have come to the barrier, whether it is open, how many have woken up behind it, and how
// many have answered.
const ARRIVED = 0;
const OPEN = 1;
const AWAKE = 2;
export const DONE = 3;
export const SIGNALS = 4;

const LONGEST_SPIN_MS = 1;

function answer(lifetime, { method, params }) {
  try {
    return { result: METHODS.get(method)(lifetime, params) };
  } catch (error) {
    return { error: String(error) };
  }
}

// A thread that sleeps takes longer to wake than a call takes, so that the last to come would always be first and done. Behind the barrier each
// waits awake for the others, but not for long: there may be more threads than processors.
function passBarrier(signals, racers) {
  if (Atomics.add(signals, ARRIVED, 1) + 1 === racers) {
    Atomics.store(signals, OPEN, 1);
    Atomics.notify(signals, OPEN);
  }
  Atomics.wait(signals, OPEN, 0);
  Atomics.add(signals, AWAKE, 1);
  const end = performance.now() + LONGEST_SPIN_MS;
  while (Atomics.load(signals, AWAKE) < racers && performance.now() < end);
}

if (!isMainThread) {
  const { port } = workerData;
  port.on('message', ({ memory, environment, signals, racers, call }) => {
    const lifetime = new Lifetime({ memory, environment });
    passBarrier(signals, racers);
    port.postMessage(answer(lifetime, call));
    Atomics.add(signals, DONE, 1);
    Atomics.notify(signals, DONE);
  });
}
