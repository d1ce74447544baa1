import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashOrder, HashReply } from './hash-order.ts';

// Computes one hash after the other, beside everything else that its process does. It is a closed thread: it asks nobody for
// anything, and is told what it needs with each order.
function carryOut(order: HashOrder): HashReply {
  const { password, options } = order;
  try {
    return order.kind === 'hash'
      ? { done: hashSync(password, options) }
      : { done: verifySync(order.hashed, password, options) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (order: HashOrder) => parentPort?.postMessage(carryOut(order)));
