import type { Database } from '@tern/db/database';
import type { Devchain } from '@tern/devchain/start-devchain';
import type { TronNode } from '@tern/tron/open-node';
import type { SignedOrder } from '@tern/tron/signer-protocol';
import { expect } from 'vitest';
import type { Question } from '../attempt.ts';
import type { OrderStep } from '../order-policy.ts';

/** An attempt as all kinds tell it. `asked`: the question is stored and not answered. */
export type TestAttempt = {
  readonly state: 'asked' | 'signed' | 'paid' | 'failed' | 'dead';
  readonly txId: string | null;
  readonly result: string | null;
  readonly feeSun: string | null;
};

/** What is different for one round. */
export type Changes = {
  readonly nodes?: readonly [TronNode, ...TronNode[]];
  /** Stands between the worker and the signer. */
  readonly around?: (
    question: Question,
    ask: () => Promise<SignedOrder>,
    askFor: (other: Question) => Promise<SignedOrder>,
  ) => Promise<SignedOrder>;
  readonly db?: Database;
  readonly stopping?: AbortSignal;
};

/** A write that a full disk can refuse: a table, and what is done to it. */
export type Write = { readonly table: string; readonly when: string };

/**
 * For tests: orders of one kind on a chain of their own, with the real signer process. What every kind has to withstand is
 * in the specifications beside this file; each kind runs them with a world of its own.
 */
export type OrderWorld<Order> = {
  readonly chain: Devchain;
  readonly node: TronNode;
  /** As the owner of the database. */
  readonly owner: Database;
  readonly workerUrl: string;
  /** How long a signed transaction may be included. */
  readonly lifetimeMs: number;
  /** An order that is ready to be signed. */
  readonly make: () => Promise<Order>;
  /** One look of one step at everything that is due. */
  readonly step: (step: OrderStep, changes?: Changes) => Promise<number>;
  /** One look of each step at everything, whatever is due when. */
  readonly tick: (changes?: Changes) => Promise<void>;
  /** As if enough time had passed: nothing waits, and the claims of workers that died have run out. */
  readonly makeDue: () => Promise<void>;
  /** Ticks and mines until every order has ended; what came to nothing is planned once more, as the treasury does. */
  readonly drain: () => Promise<void>;
  /** Every attempt at an order, those that were planned once more with it. */
  readonly attemptsOf: (order: Order) => Promise<readonly TestAttempt[]>;
  /** What was asked of the signer last. */
  readonly questionOf: (order: Order) => Promise<Question>;
  /** `cause: detail`, or `nothing`. */
  readonly waitingOf: (order: Order) => Promise<string>;
  readonly attentionOf: (order: Order) => Promise<string | null>;
  /** The block that the order is known to be in. */
  readonly seenIn: (order: Order) => Promise<number | null>;
  /** Throws unless nothing has been booked of an order whose attempt has not ended. */
  readonly expectUnderWay: (order: Order) => Promise<void>;
  /** Throws unless the order has been carried out once, and the books agree with the chain to the unit. */
  readonly expectDoneOnce: (order: Order) => Promise<void>;
  /** What operators are told to do about an order that has been in its state for so long. */
  readonly actionAfter: (order: Order, minutes: number) => Promise<string | undefined>;
  readonly resume: (order: Order) => Promise<void>;
  /** The database as it was before the order was signed; the signer is as it is. */
  readonly forget: (order: Order) => Promise<void>;
  /** Calls the token's contract as its owner. */
  readonly asTokenOwner: (call: string, parameters: readonly { type: string; value: unknown }[]) => Promise<void>;
  readonly writes: { readonly question: Write; readonly signature: Write; readonly end: Write };
  readonly close: () => Promise<void>;
};

/** What only some kinds do, so that what tests it runs for them alone. */
export type KindTraits = {
  /** Several of the kind may be under way at once. */
  readonly many: boolean;
};

export const statesOf = (attempts: readonly TestAttempt[]): readonly string[] => attempts.map(({ state }) => state);

/** Short ways to one world's orders, which is there only once a test runs. */
export type OrderChecks<Order> = {
  readonly states: (order: Order) => Promise<readonly string[]>;
  /** Drains, and throws unless one attempt at the order paid and the books say so once. */
  readonly expectDone: (order: Order) => Promise<void>;
  /** Three orders, or one where a kind allows no more at once. */
  readonly makeSome: (traits: KindTraits) => Promise<readonly [Order, ...Order[]]>;
};

export function checksOf<Order>(world: () => OrderWorld<Order>): OrderChecks<Order> {
  const states = async (order: Order) => statesOf(await world().attemptsOf(order));
  return {
    states,
    expectDone: async (order) => {
      await world().drain();
      expect(await states(order)).toEqual(['paid']);
      await world().expectDoneOnce(order);
    },
    makeSome: async ({ many }) => {
      const orders: [Order, ...Order[]] = [await world().make()];
      if (many) orders.push(await world().make(), await world().make());
      return orders;
    },
  };
}

/** Chain time from signing to well past an expiration, and all of it irreversible. */
export async function outlive<Order>({ chain }: OrderWorld<Order>): Promise<void> {
  await chain.admin.advanceTime(700_000);
  await chain.admin.mine(22);
}
