import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from '@tern/base/clock';
import { WebSocket, type RawData } from 'ws';
import type { Topic } from './keys.ts';
import { limits } from './limits.ts';
import type { Publishing } from './outgoing.ts';
import { CallFault, RelayFault } from './relay-fault.ts';
import { acknowledge, readFrame, type Delivery } from './relay-frames.ts';
import { signRelayToken } from './relay-token.ts';

export type Relay = {
  readonly publish: (publishing: Publishing) => Promise<void>;
  /** From now on messages of this topic are delivered, those that wait first. */
  readonly subscribe: (topic: Topic) => Promise<void>;
  readonly unsubscribe: (topic: Topic) => Promise<void>;
  readonly close: () => void;
  /** Ends when the connection to the relay does, whoever ended it. */
  readonly closed: Promise<void>;
};

export type RelayOptions = {
  readonly url: string;
  readonly projectId: string;
  /** The private key by which the relay knows this installation. */
  readonly seed: Uint8Array;
  readonly clock: Clock;
  /** Called for each message, one after the other. The relay keeps a message for as long as this has not ended well. */
  readonly onDelivery: (delivery: Delivery) => Promise<void>;
  readonly timeoutMs?: number;
  /** How often the connection is tested; one that does not answer until the next time is given up. */
  readonly pingMs?: number;
  /** Milliseconds since any moment; never the time of day, which can be set. */
  readonly elapsedMs?: () => number;
};

const tokenSeconds = 3_600;
// The frame around a message is small; a relay that sends more is cut off.
const frameMaxBytes = limits.envelopeChars + 4_096;
/** Messages that wait to be handled. Of more the rest is left with the relay, for the connection after this one. */
const deliveriesMax = 256;
/** Messages of one mailbox that are handled within a minute: more than a connection takes. The others are dropped unread. */
const perMailboxMax = 2 * limits.messagesPerMinute;
const mailboxesMax = 100_000;
/** Acknowledgements that a relay has not read; one that reads none is cut off. */
const unreadMaxBytes = 1_048_576;

type Waiting = { readonly resolve: (result: unknown) => void; readonly reject: (fault: RelayFault) => void };

/**
 * Connects to a relay: JSON-RPC over a WebSocket. It does not connect again by itself, and a message that is not
 * understood is left alone.
 *
 * @throws RelayFault where the relay cannot be reached or does not accept the token.
 * @example
 * const relay = await openRelay({ url, projectId, seed, clock, onDelivery });
 * await relay.subscribe(pairing.topic);
 */
export async function openRelay(options: RelayOptions): Promise<Relay> {
  const socket = await connect(options);
  const waiting = new Map<string, Waiting>();
  const subscriptions = new Map<Topic, string>();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => socket.terminate());
  socket.once('close', () => {
    for (const { reject } of waiting.values()) reject(new RelayFault('the connection to the relay ended'));
    waiting.clear();
  });
  listen(socket, waiting, options);
  watch(socket, options);
  const call = (method: string, params: object): Promise<unknown> => ask(socket, waiting, method, params, options);
  return {
    closed,
    close: () => socket.close(),
    publish: async (publishing) => void (await call('irn_publish', publishing)),
    subscribe: async (topic) => {
      const id = await call('irn_subscribe', { topic });
      if (typeof id !== 'string') throw new CallFault('the relay gave no subscription', { isAnswered: true });
      subscriptions.set(topic, id);
    },
    unsubscribe: async (topic) => {
      await call('irn_unsubscribe', { topic, id: subscriptions.get(topic) ?? '' });
      subscriptions.delete(topic);
    },
  };
}

function connect({ url, projectId, seed, clock, timeoutMs = 10_000 }: RelayOptions): Promise<WebSocket> {
  const issuedAt = Math.floor(clock.nowMs() / 1_000);
  const subject = randomBytes(32).toString('hex');
  const token = signRelayToken({ seed, audience: url, subject, issuedAt, lifetime: tokenSeconds });
  const target = new URL(url);
  target.searchParams.set('projectId', projectId);
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(target, {
      // In a header: addresses are written into logs.
      headers: { authorization: `Bearer ${token}` },
      handshakeTimeout: timeoutMs,
      maxPayload: frameMaxBytes,
      perMessageDeflate: false,
      followRedirects: false,
    });
    socket.once('open', () => resolve(socket));
    socket.once('error', (cause) => reject(new RelayFault('the relay cannot be reached', { cause })));
  });
}

function listen(socket: WebSocket, waiting: Map<string, Waiting>, { onDelivery, elapsedMs }: RelayOptions): void {
  const isFlood = countFloods(elapsedMs ?? (() => performance.now()));
  const confirm = (id: string): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (socket.bufferedAmount > unreadMaxBytes) socket.terminate();
    else socket.send(acknowledge(id));
  };
  let turn = Promise.resolve();
  let deliveries = 0;
  let isBehind = false;
  const handle = async (id: string, delivery: Delivery): Promise<void> => {
    try {
      await onDelivery(delivery);
      confirm(id);
    } catch {
      // Not acknowledged: the relay delivers it again on the next connection.
    }
    deliveries -= 1;
    if (isBehind && deliveries === 0) socket.close();
  };
  socket.on('message', (data: RawData) => {
    const frame = readFrame(String(data));
    if (frame === undefined) return;
    if (!('delivery' in frame)) settle(waiting, frame.id, frame);
    // Before it takes a place: one mailbox has none of the others'.
    else if (isFlood(frame.delivery.topic)) confirm(frame.id);
    else if (deliveries >= deliveriesMax) isBehind = true;
    else {
      deliveries += 1;
      turn = turn.then(() => handle(frame.id, frame.delivery));
    }
  });
}

/** Whether a message is one too many of its mailbox in this minute; it counts each that it is asked about. */
function countFloods(elapsedMs: () => number): (topic: Topic) => boolean {
  let startedMs = elapsedMs();
  const counts = new Map<Topic, number>();
  return (topic) => {
    if (elapsedMs() - startedMs >= 60_000) {
      startedMs = elapsedMs();
      counts.clear();
    }
    const count = (counts.get(topic) ?? 0) + 1;
    // A relay may make up any number of mailboxes; nobody listens to those.
    if (count === 1 && counts.size >= mailboxesMax) return false;
    counts.set(topic, count);
    return count > perMailboxMax;
  };
}

/** A connection can be gone without anybody having said so. */
function watch(socket: WebSocket, { pingMs = 30_000 }: RelayOptions): void {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const timer = setInterval(() => {
    if (!isAlive) socket.terminate();
    else socket.ping();
    isAlive = false;
  }, pingMs);
  socket.once('close', () => clearInterval(timer));
}

function ask(
  socket: WebSocket,
  waiting: Map<string, Waiting>,
  method: string,
  params: object,
  { clock, timeoutMs = 10_000 }: RelayOptions,
): Promise<unknown> {
  if (socket.readyState !== WebSocket.OPEN) return Promise.reject(new RelayFault('the connection to the relay ended'));
  const id = JSON.stringify(String(BigInt(clock.nowMs()) * 1_000_000n + BigInt(randomInt(1_000_000))));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.delete(id);
      reject(new CallFault(`the relay did not answer ${method} in time`, { isAnswered: false }));
    }, timeoutMs);
    const done =
      <Value>(then: (value: Value) => void) =>
      (value: Value): void => {
        clearTimeout(timer);
        then(value);
      };
    waiting.set(id, { resolve: done(resolve), reject: done(reject) });
    socket.send(`{"id":${id},"jsonrpc":"2.0","method":"${method}","params":${JSON.stringify(params)}}`);
  });
}

function settle(
  waiting: Map<string, Waiting>,
  id: string,
  answer: { readonly result: unknown } | { readonly error: string },
): void {
  const asked = waiting.get(id);
  waiting.delete(id);
  if ('error' in answer) asked?.reject(new CallFault(`the relay refused: ${answer.error}`, { isAnswered: true }));
  else asked?.resolve(answer.result);
}
