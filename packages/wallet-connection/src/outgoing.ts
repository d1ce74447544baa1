import { sealEnvelope } from './envelope.ts';
import type { SymKey, Topic } from './keys.ts';

/** What the relay is to keep for the other end, and for how long. */
export type Publishing = {
  readonly topic: Topic;
  /** The sealed envelope. */
  readonly message: string;
  readonly ttl: number;
  /** What kind of message it is: the relay reads it, and tells nobody that it is so. */
  readonly tag: number;
  readonly prompt: boolean;
};

/** A message of ours before it is sealed. */
export type Outgoing = Omit<Publishing, 'message'> & { readonly payload: object };

export type ErrorBody = { readonly code: number; readonly message: string };

/** Seconds for which the relay keeps an answer, and its tag, as the protocol fixes them for each method. */
const answers = {
  wc_pairingDelete: [86_400, 1001],
  wc_pairingPing: [30, 1003],
  wc_sessionPropose: [300, 1101],
  wc_sessionUpdate: [86_400, 1105],
  wc_sessionExtend: [86_400, 1107],
  wc_sessionRequest: [300, 1109],
  wc_sessionEvent: [300, 1111],
  wc_sessionDelete: [86_400, 1113],
  wc_sessionPing: [86_400, 1115],
} as const satisfies Readonly<Record<string, readonly [ttl: number, tag: number]>>;

const questions = {
  wc_sessionSettle: [300, 1102],
  wc_sessionDelete: [86_400, 1112],
} as const satisfies Readonly<Record<string, readonly [ttl: number, tag: number]>>;

/** A proposal that is turned down has a tag of its own. */
const proposalRefused = [300, 1120] as const;

/** Answers a question of the other end. A method that nobody knows is answered too, under tag 0. */
export function answer(
  topic: Topic,
  { id, method }: { readonly id: number; readonly method: string },
  body: { readonly result: unknown } | { readonly error: ErrorBody },
): Outgoing {
  const known: Readonly<Record<string, readonly [number, number]>> = answers;
  const usual = (Object.hasOwn(known, method) ? known[method] : undefined) ?? [86_400, 0];
  const [ttl, tag] = method === 'wc_sessionPropose' && 'error' in body ? proposalRefused : usual;
  return { topic, payload: { id, jsonrpc: '2.0', ...body }, ttl, tag, prompt: false };
}

/** Asks the other end something. */
export function ask(topic: Topic, id: number, method: keyof typeof questions, params: object): Outgoing {
  const [ttl, tag] = questions[method];
  return { topic, payload: { id, jsonrpc: '2.0', method, params }, ttl, tag, prompt: false };
}

/** Seals a message for its topic. */
export function sealOutgoing({ payload, ...rest }: Outgoing, key: SymKey): Publishing {
  return { ...rest, message: sealEnvelope(key, JSON.stringify(payload)) };
}
