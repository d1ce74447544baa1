import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { getAddress, type TronAddress } from '@tern/tron/address';
import { recoverMessageSigner, recoverSigner } from '@tern/tron/recover-signer';
import type { KeyPlace } from '@tern/vault/key-path';
import type { KeyAnswer, KeyQuestion } from './key-protocol.ts';
import { KeyRefusal } from './key-refusal.ts';
import type { KeyStore } from './key-store.ts';

type Reply = { readonly id: number; readonly text?: string; readonly fault?: string };

/**
 * Keys that another process holds and never gives out. What it answers is checked: a signature that is not of the place's
 * address over these very bytes is not used. Throws from every call that it does not answer in time, so nothing is signed.
 */
export function openKeyService(socketPath: string, timeoutMs = 5_000): KeyStore {
  const ask = openLine(socketPath, timeoutMs);
  // The addresses of the house are asked for with every order; those of deposits are many, and asked for once.
  const known = new Map<string, TronAddress>();
  const addressAt = (place: KeyPlace): TronAddress => {
    const name = `${place.purpose} ${place.index}`;
    const found = known.get(name) ?? getAddress(ask.put({ ask: 'address', place }));
    if (place.purpose !== 'deposit') known.set(name, found);
    return found;
  };
  const signText = (question: 'sign-message' | 'sign-reserves', place: KeyPlace, text: string): string => {
    const signatureHex = ask.put({ ask: question, place, text: Buffer.from(text).toString('hex') });
    if (recoverMessageSigner({ text, signatureHex }) !== addressAt(place))
      throw new Error('the key service gave a signature of another key');
    return signatureHex;
  };
  return {
    addressAt: (place) => {
      ask.checkOpen();
      return addressAt(place);
    },
    signRawTransaction: (place, raw) => {
      const rawHex = Buffer.from(raw).toString('hex');
      const signatureHex = ask.put({ ask: 'sign', place, raw: rawHex });
      if (recoverSigner({ rawHex, signatureHex }) !== addressAt(place))
        throw new Error('the key service gave a signature of another key');
      return signatureHex;
    },
    signMessage: (place, text) => signText('sign-message', place, text),
    signReserves: (place, text) => signText('sign-reserves', place, text),
    mac: (label, text) => {
      const mac = ask.put({ ask: 'mac', label, text });
      if (!/^[0-9a-f]{64}$/.test(mac)) throw new Error('the key service gave no MAC');
      return mac;
    },
    close: ask.close,
  };
}

/** Asks one question at a time and waits for its answer, without letting anything else run meanwhile. */
function openLine(socketPath: string, timeoutMs: number) {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./ask-thread.ts', import.meta.url), {
    workerData: { socketPath, timeoutMs, flag },
  });
  worker.unref();
  const { port1: near, port2: far } = new MessageChannel();
  worker.postMessage({ port: far }, [far]);
  let id = 0;
  let closed = false;
  const checkOpen = (): void => {
    if (closed) throw new Error('the keys are closed');
  };
  return {
    checkOpen,
    put: (question: KeyQuestion): string => {
      checkOpen();
      id += 1;
      near.postMessage({ id, line: JSON.stringify(question) });
      const reply = waitForReply(near, flag, id, timeoutMs);
      if (reply?.text === undefined) throw new Error(`the key service: ${reply?.fault ?? 'it did not answer in time'}`);
      const answer = JSON.parse(reply.text === '' ? '{"refused":"it closed the connection"}' : reply.text) as KeyAnswer;
      if ('refused' in answer) throw new KeyRefusal(`the key service refused: ${answer.refused}`);
      return answer.answer;
    },
    close: (): void => {
      closed = true;
      near.close();
      void worker.terminate();
    },
  };
}

/** The reply to this question; what came too late for an earlier one is dropped. */
function waitForReply(
  near: Parameters<typeof receiveMessageOnPort>[0],
  flag: Int32Array,
  id: number,
  timeoutMs: number,
): Reply | undefined {
  for (;;) {
    const before = Atomics.load(flag, 0);
    for (let got = receiveMessageOnPort(near); got !== undefined; got = receiveMessageOnPort(near)) {
      const reply = got.message as Reply;
      if (reply.id === id) return reply;
    }
    // The thread itself gives up after the time; it may need some more to start.
    if (Atomics.wait(flag, 0, before, timeoutMs + 5_000) === 'timed-out') return undefined;
  }
}
