import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { QuoteView } from '@tern/contracts/routes/swaps';
import type { DraftView, VerdictView } from '@tern/contracts/routes/transfers';
import { shownVersions } from '@tern/contracts/shown-versions';
import type { ApiAnswer } from '@tern/testkit/system/api-client';
import { freshAddress } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import { openDraw, type Draw } from '../campaigns/draw.ts';
import type { Population } from './people.ts';

/** A request about money that was answered with yes; each of them has to be in the books exactly once. */
export type Acknowledged =
  | {
      readonly kind: 'send';
      readonly draftId: string;
      readonly recordId: string;
      readonly to: string;
      readonly amount: bigint;
    }
  | { readonly kind: 'transfer'; readonly draftId: string; readonly recordId: string }
  | { readonly kind: 'swap'; readonly quoteId: string }
  | { readonly kind: 'deposit'; readonly txId: string };

export type Traffic = {
  readonly acknowledged: readonly Acknowledged[];
  /** What was begun under a key and never answered with yes: in the books once at most. */
  readonly unanswered: readonly { readonly draftId?: string; readonly quoteId?: string }[];
  /** How often which answer came, yes included. */
  readonly answers: ReadonlyMap<string, number>;
  /** Resolves when nobody is in the midst of anything. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
  readonly stop: () => Promise<void>;
  /** Everybody gives up what has no clear answer yet. */
  readonly abandon: () => Promise<void>;
};

/** Nobody presses again for longer. */
const pressesForMs = 150_000;
const betweenPressesMs = 400;
const betweenThingsMs = 700;

type Notes = {
  readonly acknowledged: Acknowledged[];
  readonly unanswered: { readonly draftId?: string; readonly quoteId?: string }[];
  readonly answers: Map<string, number>;
  readonly givenUp: AbortController;
};

/** Everybody does one thing after the other, and presses again under the same key while the answer is no clear one. */
export function startTraffic(population: Population, seed: number): Traffic {
  const notes: Notes = { acknowledged: [], unanswered: [], answers: new Map(), givenUp: new AbortController() };
  let gate = Promise.resolve();
  let open = (): void => undefined;
  let stopped = false;
  let busy = 0;
  let onIdle = (): void => undefined;
  const live = async (person: Person, index: number): Promise<void> => {
    const draw = openDraw(seed * 100 + index);
    while (!stopped) {
      await gate;
      if (stopped) return;
      busy += 1;
      try {
        await doSomething({ person, population, draw, notes });
      } finally {
        busy -= 1;
        if (busy === 0) onIdle();
      }
      await wait(draw.below(betweenThingsMs));
    }
  };
  const lives = population.people.map(live);
  const pause = async (): Promise<void> => {
    gate = new Promise((resolve) => {
      open = resolve;
    });
    if (busy > 0)
      await new Promise<void>((resolve) => {
        onIdle = resolve;
      });
    onIdle = () => undefined;
  };
  const stop = async (): Promise<void> => {
    stopped = true;
    open();
    await Promise.all(lives);
  };
  return {
    ...notes,
    pause,
    resume: () => open(),
    stop,
    abandon: async () => {
      notes.givenUp.abort();
      await stop();
    },
  };
}

type Doing = { readonly person: Person; readonly population: Population; readonly draw: Draw; readonly notes: Notes };

/** What pages show of what happened. */
const read = [
  '/records?limit=20',
  '/messages',
  '/messages/unread',
  '/identity/account',
  '/identity/security-events',
  '/preferences',
  '/promotions/activation-prompt',
  '/installation',
  '/status',
  '/pool',
  '/swaps',
  '/address-book',
  '/prices/history?range=day',
];

async function doSomething(doing: Doing): Promise<void> {
  const { person, population, draw, notes } = doing;
  const chosen = draw.below(10);
  if (chosen < 5) {
    const path = draw.pick([
      `/wallets/${person.wallet.id}/overview`,
      `/wallets/${person.wallet.id}/day-change`,
      ...read,
    ]);
    await ask(doing, () => person.api.send({ method: 'GET', path }));
  } else if (chosen < 7) await send(doing, undefined);
  else if (chosen < 8) await send(doing, draw.pick(population.people.filter((other) => other !== person)));
  else if (chosen < 9) await swap(doing);
  else {
    const amount = BigInt(5 + draw.below(20)) * 1_000_000n;
    const txId = await population.outside.pay(person.wallet.address, 'usdt', amount);
    notes.acknowledged.push({ kind: 'deposit', txId });
  }
}

async function send(doing: Doing, to: Person | undefined): Promise<void> {
  const { person, draw, notes } = doing;
  const address = to?.wallet.address ?? freshAddress();
  const whole = 2 + draw.below(8);
  const body = { walletId: person.wallet.id, assetId: 'usdt', to: address };
  const checked = await ask(doing, () => person.api.send({ method: 'POST', path: '/transfers/check-address', body }));
  if (checked === undefined) return;
  const { verdicts } = checked.body as { readonly verdicts: readonly VerdictView[] };
  const acknowledged = verdicts.filter(({ severity }) => severity === 'warning').map(({ code }) => code);
  const drafted = await ask(doing, () =>
    person.api.send({
      method: 'POST',
      path: '/transfers/drafts',
      body: { ...body, networkId: 'tron', amount: String(whole), acknowledged },
    }),
  );
  if (drafted === undefined) return;
  const draft = drafted.body as DraftView;
  const key = randomUUID();
  const confirmed = await ask(doing, () => person.confirm(draft, { key }));
  if (confirmed === undefined) {
    notes.unanswered.push({ draftId: draft.id });
    return;
  }
  const { id: recordId } = confirmed.body as { readonly id: string };
  notes.acknowledged.push(
    to === undefined
      ? { kind: 'send', draftId: draft.id, recordId, to: address, amount: BigInt(whole) * 1_000_000n }
      : { kind: 'transfer', draftId: draft.id, recordId },
  );
}

async function swap(doing: Doing): Promise<void> {
  const { person, draw, notes } = doing;
  const quoted = await ask(doing, () =>
    person.api.send({
      method: 'POST',
      path: '/swaps/quotes',
      body: { walletId: person.wallet.id, assetOut: 'usdt', assetIn: 'reward', amount: String(5 + draw.below(10)) },
    }),
  );
  if (quoted === undefined) return;
  const { id: quoteId } = quoted.body as QuoteView;
  const key = randomUUID();
  const swapped = await ask(doing, () =>
    person.api.send({
      method: 'POST',
      path: `/swaps/quotes/${quoteId}/execute`,
      headers: { 'idempotency-key': key },
      body: { tradePassword: person.tradePassword },
    }),
  );
  if (swapped === undefined) notes.unanswered.push({ quoteId });
  else notes.acknowledged.push({ kind: 'swap', quoteId });
}

/** As long as the wallet's pages wait. */
export const answerWithinMs = 20_000;

/** Presses until there is a clear answer; undefined where that is a no, or there is none for too long. */
async function ask({ notes, person }: Doing, press: () => Promise<ApiAnswer>): Promise<ApiAnswer | undefined> {
  const endMs = performance.now() + pressesForMs;
  while (performance.now() < endMs && !notes.givenUp.signal.aborted) {
    const late = wait(answerWithinMs, 'late' as const, { ref: false });
    const answer = await Promise.race([press().catch(() => undefined), late]);
    count(notes.answers, answer);
    if (answer === 'late') continue;
    if (answer !== undefined && answer.status === 200) return answer;
    // 502 to 504 come from the balancer while no process answers, 503 from the wallet too; 429 asks for patience. The clock that
    // codes are made for is turned by everybody: one that waited in a queue may be too old.
    const again = answer === undefined || answer.status >= 500 || answer.status === 429;
    // A newer version brought new texts: the page loads it, shows them, and asks again.
    const accepts = answer?.code === 'AGREEMENT_REQUIRED';
    if (accepts)
      await person.api.send({ method: 'POST', path: '/agreements', body: { shown: shownVersions, language: 'en' } });
    if (!again && !accepts && answer.code !== 'AUTHENTICATOR_CODE_WRONG') return undefined;
    await wait(betweenPressesMs);
  }
  return undefined;
}

function count(answers: Map<string, number>, answer: ApiAnswer | 'late' | undefined): void {
  const name = nameOf(answer);
  answers.set(name, (answers.get(name) ?? 0) + 1);
}

function nameOf(answer: ApiAnswer | 'late' | undefined): string {
  if (answer === undefined) return 'no connection';
  if (answer === 'late') return 'no answer in time';
  return `${answer.status}${answer.code === undefined ? '' : ` ${answer.code}`}`;
}
