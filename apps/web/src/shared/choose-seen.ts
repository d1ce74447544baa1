import type { queryTopics } from './queries.ts';

/** An answer of the server as this device keeps it. */
export type SeenAnswer = {
  /** The person who saw it. */
  readonly owner: string;
  /** The version of the app that asked: another one may expect another shape. */
  readonly build: string;
  readonly queryKey: readonly unknown[];
  readonly readAtMs: number;
  readonly data: unknown;
};

/** How long something may be looked at after it was read. */
export const keptForMs = 7 * 24 * 60 * 60 * 1000;
/** A clock that was set right may lie this much behind what it said before. */
const clockSlackMs = 5 * 60 * 1000;
/** Characters of all answers together, as JSON. */
const sizeLimit = 1_000_000;

type Topic = (typeof queryTopics)[keyof typeof queryTopics];

type Rule = {
  /** The newest ones that are kept. */
  readonly atMost: number;
  /** What the pages need of it. */
  readonly has: readonly string[];
};

const single = 1;
const perWallet = 10;
const lists = 8;
const opened = 20;

/**
 * What may be looked at again without a network. Never drafts, devices or anything one could act on; limits only as the help
 * page tells them.
 */
const rules: Readonly<Partial<Record<Topic | 'rules', Rule>>> = {
  installation: {
    atMost: single,
    has: ['product', 'network', 'tabs', 'assets', 'activation', 'support'],
  },
  rules: { atMost: single, has: ['deposits', 'sending', 'locks', 'holds', 'days', 'swaps', 'pool'] },
  account: { atMost: single, has: ['personId', 'account', 'factors', 'defaultWalletId'] },
  preferences: { atMost: single, has: ['currencyUnit'] },
  currencies: { atMost: single, has: ['currencies'] },
  wallets: { atMost: single, has: ['wallets'] },
  unread: { atMost: single, has: ['unread'] },
  'address-book': { atMost: single, has: ['entries', 'recents', 'rules'] },
  'asset-settings': { atMost: single, has: ['hidden', 'firstOnes'] },
  'price-history': { atMost: lists, has: ['series', 'from', 'until'] },
  overview: { atMost: perWallet, has: ['wallet', 'balances', 'total'] },
  worth: { atMost: perWallet, has: ['points', 'marks', 'from', 'until'] },
  receive: { atMost: perWallet, has: ['address', 'assets', 'confirmations', 'arrivalSeconds'] },
  records: { atMost: lists, has: ['pages', 'pageParams'] },
  messages: { atMost: lists, has: ['pages', 'pageParams'] },
  record: { atMost: opened, has: ['id', 'type', 'status', 'assetId'] },
  'record-info': { atMost: opened, has: ['assetId'] },
  message: { atMost: opened, has: ['id'] },
};

const byTopic: ReadonlyMap<unknown, Rule> = new Map(Object.entries(rules));

/** Whether answers to this question are kept. */
export function isKept(queryKey: readonly unknown[]): boolean {
  return ruleOf(queryKey) !== undefined;
}

/** What is kept of an answer: of a list its first page, and of the account all but the anti-phishing phrase. */
export function trimSeen([topic]: readonly unknown[], data: unknown): unknown {
  if (!isRecord(data)) return data;
  const { pages, pageParams } = data;
  if (Array.isArray(pages) && Array.isArray(pageParams)) {
    return { pages: pages.slice(0, 1) as unknown[], pageParams: pageParams.slice(0, 1) as unknown[] };
  }
  return topic === 'account' ? { ...data, word: null } : data;
}

/**
 * Of whatever lies in the store, what this version of the app may show this person now: not too old, not of another time,
 * and of each kind only the newest.
 */
export function chooseSeen(
  stored: readonly unknown[],
  { owner, build, nowMs }: { readonly owner: string; readonly build: string; readonly nowMs: number },
): readonly SeenAnswer[] {
  const counts = new Map<unknown, number>();
  let size = 0;
  return stored
    .filter((answer): answer is SeenAnswer => isSeen(answer) && answer.owner === owner && answer.build === build)
    .filter(({ readAtMs }) => readAtMs > nowMs - keptForMs && readAtMs < nowMs + clockSlackMs)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.readAtMs - a.readAtMs)
    .filter(({ queryKey, data }) => {
      const [topic] = queryKey;
      const count = (counts.get(topic) ?? 0) + 1;
      counts.set(topic, count);
      if (count > (ruleOf(queryKey)?.atMost ?? 0)) return false;
      size += JSON.stringify(data).length;
      return size <= sizeLimit;
    });
}

/** What every page needs comes before what may lack. */
function rankOf({ queryKey }: SeenAnswer): number {
  return ruleOf(queryKey)?.atMost === single ? 0 : 1;
}

function ruleOf([topic]: readonly unknown[]): Rule | undefined {
  return byTopic.get(topic);
}

function isSeen(value: unknown): value is SeenAnswer {
  if (!isRecord(value)) return false;
  const { owner, build, queryKey, readAtMs, data } = value;
  if (typeof owner !== 'string' || typeof build !== 'string' || typeof readAtMs !== 'number') return false;
  if (!Array.isArray(queryKey) || !isRecord(data)) return false;
  const rule = ruleOf(queryKey);
  return (
    rule?.has.every((name) => data[name] !== undefined) === true && (!('pages' in data) || Array.isArray(data.pages))
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
