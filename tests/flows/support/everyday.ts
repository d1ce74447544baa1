import { randomUUID } from 'node:crypto';
import type { RecordView } from '@tern/contracts/routes/records';
import type { QuoteView } from '@tern/contracts/routes/swaps';
import type { DraftView } from '@tern/contracts/routes/transfers';
import type { ApiAnswer } from '@tern/testkit/system/api-client';
import { mineUntil } from '@tern/testkit/system/chain-control';
import { freshAddress, solidBalance } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import type { System } from '@tern/testkit/system/start-system';
import { sql } from 'kysely';
import { expect } from 'vitest';

const usdt = 1_000_000n;

/** One of each of what people do with money, prepared and not pressed yet. */
export type Everyday = {
  readonly payment: { readonly draft: DraftView; readonly key: string; readonly to: string };
  readonly swap: { readonly quote: QuoteView; readonly key: string };
  readonly deposit: { readonly txId: string };
};

export type EverydayPeople = {
  readonly system: System;
  /** Has both factors and money. */
  readonly ana: Person;
  readonly prepare: () => Promise<Everyday>;
  /** Confirms the payment under its key, as often as wanted. */
  readonly pay: (everyday: Everyday) => Promise<ApiAnswer>;
  readonly swap: (everyday: Everyday) => Promise<ApiAnswer>;
  /** Presses both again until each is accepted, and waits until all three came to their one right end, once. */
  readonly expectEnded: (everyday: Everyday) => Promise<void>;
};

/** A person with money in a system whose blocks the test mines. */
export async function openEveryday(system: System): Promise<EverydayPeople> {
  const ana = await system.register('email');
  await ana.setFactors();
  await system.chain.give(ana.wallet.address, 'usdt', 20_000n * usdt);
  await mineUntil(system.chain, 'the top-up', async () => (await ana.available('usdt')) > 0n);
  let count = 0n;
  const pay: EverydayPeople['pay'] = ({ payment: { draft, key } }) => ana.confirm(draft, { key });
  const swap: EverydayPeople['swap'] = async ({ swap: { quote, key } }) => {
    // A quote lives for 15 seconds, a fault as long as the machine lets it.
    await sql`
      UPDATE swap_quotes SET expires_at = clock_timestamp() + interval '5 minutes'
       WHERE id = ${quote.id} AND used_at IS NULL`
      .execute(system.db.kysely)
      .catch(() => undefined);
    return await ana.api.send({
      method: 'POST',
      path: `/swaps/quotes/${quote.id}/execute`,
      headers: { 'idempotency-key': key },
      body: { tradePassword: ana.tradePassword },
    });
  };
  return {
    system,
    ana,
    pay,
    swap,
    prepare: async () => {
      count += 1n;
      const to = freshAddress();
      const draft = await ana.draft({ to, assetId: 'usdt', amount: '2' });
      const quote = await ana.api.post<QuoteView>('/swaps/quotes', {
        walletId: ana.wallet.id,
        assetOut: 'usdt',
        assetIn: 'reward',
        amount: String(10n + count),
      });
      // An amount no other has: the same one twice would be one transaction.
      const txId = await system.chain.give(ana.wallet.address, 'usdt', 7n * usdt + count);
      return { payment: { draft, key: randomUUID(), to }, swap: { quote, key: randomUUID() }, deposit: { txId } };
    },
    expectEnded: async (everyday) => {
      const [paid, swapped] = [await pay(everyday), await swap(everyday)];
      for (const answer of [paid, swapped]) expect(answer.status, answer.text).toBe(200);
      expect((await pay(everyday)).body).toEqual(paid.body);
      expect((await swap(everyday)).body).toEqual(swapped.body);
      const { id } = paid.body as RecordView;
      const end = await mineUntil(system.chain, `the payment ${id}`, async () => {
        await letTimePass(system);
        const { status } = await ana.record(id);
        return status !== 'withdrawing' && status !== 'review-approved' && status;
      });
      expect(end).toBe('success');
      expect(await solidBalance(system, everyday.payment.to, 'usdt')).toBe(2n * usdt);
      const credits = await mineUntil(system.chain, `the credit of ${everyday.deposit.txId}`, async () => {
        const rows = await readCredits(system, everyday);
        return rows.some(({ credited }) => credited) && rows;
      });
      expect(credits).toEqual([{ credited: true }]);
      // Each is told of once: the same news is written once, and each piece of it is about one of these.
      const { rows } = await sql<{ records: number; twice: number }>`
        SELECT (SELECT count(*)::int FROM records WHERE id = ${id} OR id = ${(swapped.body as { recordId: string }).recordId}) AS records,
               (SELECT count(*)::int FROM (SELECT FROM messages GROUP BY subject_id, event HAVING count(*) > 1) AS m) AS twice`.execute(
        system.db.kysely,
      );
      expect(rows).toEqual([{ records: 2, twice: 0 }]);
    },
  };
}

async function readCredits({ db }: System, { deposit }: Everyday): Promise<readonly { readonly credited: boolean }[]> {
  const { rows } = await sql<{ credited: boolean }>`
    SELECT destination = 'customer' OR resolution.deposit_id IS NOT NULL AS credited
      FROM deposits LEFT JOIN suspense_resolutions AS resolution ON resolution.deposit_id = deposits.id
     WHERE tx_id = ${deposit.txId}`.execute(db.kysely);
  return rows;
}

/** What only time does otherwise: claims and waits of a process that was away run out. */
export async function letTimePass({ db }: Pick<System, 'db'>): Promise<void> {
  await sql`
    UPDATE withdrawals SET due_at = clock_timestamp(), leased_until = CASE WHEN lease IS NULL THEN NULL ELSE clock_timestamp() END
     WHERE state IN ('approved', 'signed', 'broadcast', 'included')`.execute(db.kysely);
  await sql`UPDATE withdrawal_drafts SET claimed_until = clock_timestamp() WHERE claimed_until > clock_timestamp()`.execute(
    db.kysely,
  );
}
