import { problemCatalogue, type ProblemCode } from '@tern/contracts/problems/catalogue';
import type { ApiAnswer } from '@tern/testkit/system/api-client';
import { mineUntil } from '@tern/testkit/system/chain-control';
import type { Person } from '@tern/testkit/system/person';
import type { System } from '@tern/testkit/system/start-system';
import { sql } from 'kysely';
import { expect } from 'vitest';

const usdt = 1_000_000n;

/** A system in which two people have money and both factors, and a third has just registered. */
export type Company = {
  readonly ana: Person;
  /** Another person, who must never see ana's things. */
  readonly ben: Person;
  readonly carla: Person;
};

/** Registers the three, and pays 30,000 USDT to each of the first two. */
export async function registerCompany(system: System): Promise<Company> {
  const [ana, ben, carla] = await Promise.all([
    system.register('email'),
    system.register('phone'),
    system.register('email'),
  ]);
  await Promise.all([ana.setFactors(), ben.setFactors()]);
  for (const person of [ana, ben]) await topUp(system, person, 30_000n * usdt);
  return { ana, ben, carla };
}

async function topUp(system: System, person: Person, amount: bigint): Promise<void> {
  const before = await person.available('usdt');
  await system.chain.give(person.wallet.address, 'usdt', amount);
  await mineUntil(system.chain, 'the top-up', async () => (await person.available('usdt')) === before + amount);
}

/** Looks whether what was refused left everything as it was. */
export type Refusals = {
  /** From now on nothing may change. */
  readonly remember: () => Promise<void>;
  /** Throws unless nothing has changed since. */
  readonly expectNothingDone: () => Promise<void>;
  /** Throws unless the answer is this refusal, with its status from the catalogue and a message, and nothing was done. */
  readonly expectRefusal: (answer: ApiAnswer, code: ProblemCode, data?: object) => Promise<void>;
};

export function watchRefusals({ db }: System): Refusals {
  let before: unknown;
  // What the house does by itself meanwhile, such as the anchor of the day's statement, is no answer to anybody's request.
  const readState = async (): Promise<unknown> => {
    const { rows } = await sql`
      SELECT (SELECT count(*) FROM ledger.journals WHERE kind NOT IN ('treasury-funding', 'promotion-funding')
                 AND idempotency_key NOT LIKE 'treasury:%') AS journals,
             (SELECT count(*) FROM ledger.open_holds) AS holds,
             (SELECT count(*) FROM withdrawals) AS withdrawals,
             (SELECT count(*) FROM people) AS people,
             (SELECT count(*) FROM records) AS records,
             (SELECT json_agg((id, posted, held) ORDER BY id) FROM ledger.accounts WHERE class = 'customer') AS balances`.execute(
      db.kysely,
    );
    return rows;
  };
  const expectNothingDone = async (): Promise<void> => expect(await readState()).toEqual(before);
  return {
    remember: async () => {
      before = await readState();
    },
    expectNothingDone,
    expectRefusal: async (answer, code, data) => {
      expect(answer, answer.text).toMatchObject({ code, status: problemCatalogue[code].status });
      expect(answer.status).toBeLessThan(500);
      expect(answer.body).toMatchObject({ message: problemCatalogue[code].title });
      if (data !== undefined) expect(answer.data).toMatchObject(data);
      await expectNothingDone();
    },
  };
}

/** The asking for a draft of 2 USDT from one person to another that is right but for what the case changes. */
export function askForDraft(from: Person, to: Person, change: Readonly<Record<string, unknown>>): Promise<ApiAnswer> {
  return from.api.send({
    method: 'POST',
    path: '/transfers/drafts',
    body: {
      walletId: from.wallet.id,
      assetId: 'usdt',
      networkId: 'tron',
      to: to.wallet.address,
      amount: '2',
      acknowledged: ['first-time', 'never-used-on-chain', 'not-activated-on-tron'],
      ...change,
    },
  });
}
