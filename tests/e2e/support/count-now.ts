import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import { hashStatement } from '@tern/proofs/liabilities/hash-statement';
import { whenDue } from '@tern/proofs/liabilities/when-due';
import { sql } from 'kysely';
import { asOwner } from './owner.ts';

const dayMs = 86_400_000;
const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

/**
 * Has the worker count all that is owed now, as if this were the moment of the day: the counts there are are taken away, and
 * one of yesterday is put there, from whose block today's moment follows. Resolves with the number of the new count.
 */
export async function countNow(): Promise<number> {
  return await asOwner(async ({ kysely }) => {
    const first = firstStatement(Date.now());
    await kysely.transaction().execute(async (tx) => {
      for (const table of ['balances', 'chunks', 'lists', 'snapshots'] as const)
        await sql`DELETE FROM ${sql.table(`liability_${table}`)}`.execute(tx);
      await sql`
        INSERT INTO liability_snapshots (number, day, due_at, block_number, block_id, block_time, statement, statement_hash)
        VALUES (1, ${first.day}::date, ${first.due}, 1, ${first.blockId}, ${first.due}, ${first.statement},
                decode(${hashStatement(first.statement)}, 'hex'))`.execute(tx);
    });
    const newest = async () => {
      const { rows } = await sql<{ number: number | null }>`
        SELECT max(number) AS number FROM liability_snapshots`.execute(kysely);
      return rows[0]?.number ?? 0;
    };
    await expect.poll(newest, { intervals: [200], timeout: 60_000 }).toBe(2);
    return 2;
  });
}

/** A count of yesterday, at a block from which it follows that today's is due within the first minute. */
function firstStatement(nowMs: number) {
  const [day, today] = [dayOf(nowMs - dayMs), dayOf(nowMs)];
  const due = whenDue(day, '').toISOString();
  const blockIds = Array.from({ length: 20_000 }, (_, index) =>
    createHash('sha256').update(`block ${index}`).digest('hex'),
  );
  const blockId = blockIds.find((id) => whenDue(today, id).getTime() < Date.parse(today) + 60_000);
  if (blockId === undefined) throw new Error('no such block');
  const statement = [
    'liabilities 1',
    'number 1',
    `day ${day}`,
    `due ${due}`,
    `block 1 ${blockId} ${due}`,
    'previous none',
    '',
  ].join('\n');
  return { day, due, blockId, statement };
}
