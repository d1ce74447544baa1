import { solidBalance } from '@tern/testkit/system/outside-wallet';
import type { System } from '@tern/testkit/system/start-system';
import { sql } from 'kysely';
import { settle } from '../campaigns/crash/settle.ts';
import { lookAtBooks, lookAtChain } from '../cluster/look.ts';
import type { Acknowledged, Traffic } from '../cluster/traffic.ts';

/** What became of everything that was answered with yes before the disaster. */
export type Outcome = {
  readonly kept: readonly Acknowledged[];
  /** In no books any more; deposits are never among them. */
  readonly lost: readonly Acknowledged[];
};

/** Which of the answers the restored database knows. */
export async function sortOut({ db }: System, acknowledged: readonly Acknowledged[]): Promise<Outcome> {
  const drafts = acknowledged.flatMap((each) => ('draftId' in each ? [each.draftId] : []));
  const quotes = acknowledged.flatMap((each) => (each.kind === 'swap' ? [each.quoteId] : []));
  const { rows } = await sql<{ id: string }>`
    SELECT draft_id AS id FROM withdrawals WHERE draft_id = ANY(${drafts}::uuid[])
    UNION ALL SELECT quote_id FROM swaps WHERE quote_id = ANY(${quotes}::uuid[])`.execute(db.kysely);
  const known = new Set(rows.map(({ id }) => id));
  const isKept = (each: Acknowledged): boolean =>
    each.kind === 'deposit' || known.has('draftId' in each ? each.draftId : each.quoteId);
  return { kept: acknowledged.filter(isKept), lost: acknowledged.filter((each) => !isKept(each)) };
}

/** A row of what `npm run find-lost` prints. */
export type Named = {
  readonly kind: string;
  readonly what: string;
  readonly state: string;
  readonly txId: string | null;
  /** What became of it with `--book`. */
  readonly booked?: string | { readonly failed: string };
};

/** Everything that is wrong once all has ended; money that only the lost part of the books knew of is no mistake if it is named. */
export async function lookAfter(
  system: System,
  { traffic, outcome }: { readonly traffic: Traffic; readonly outcome: Outcome },
): Promise<{ readonly wrong: readonly string[]; readonly paidAndLost: bigint }> {
  await settle(system);
  const wrong = [...(await lookAtBooks(system, { ...traffic, acknowledged: outcome.kept }))];
  for (const each of outcome.kept) wrong.push(...(await lookAtChain(system, each)));
  let paidAndLost = 0n;
  for (const each of outcome.lost) {
    if (each.kind !== 'send') continue;
    const received = await solidBalance(system, each.to, 'usdt');
    paidAndLost += received;
    if (received !== 0n && received !== each.amount) wrong.push(`${each.to} received ${received} of ${each.amount}`);
  }
  wrong.push(...(await lookAtOutflows(system, paidAndLost)), ...(await lookAtContradictions(system, paidAndLost)));
  return { wrong, paidAndLost };
}

/** What left without an order that the books know of is in quarantine, to the unit. */
async function lookAtOutflows({ db, contracts }: System, paidAndLost: bigint): Promise<readonly string[]> {
  const { rows } = await sql<{ sum: string }>`
    SELECT coalesce(sum(amount), 0)::text AS sum FROM quarantined_inflows
     WHERE reason = 'unknown-outflow' AND dismissed_at IS NULL AND subject = ${contracts.usdt}`.execute(db.kysely);
  const named = BigInt(rows[0]?.sum ?? '0');
  return named === paidAndLost ? [] : [`${paidAndLost} left without an order, quarantine names ${named}`];
}

/** Books and chain agree but for what was paid and is known to nobody. */
async function lookAtContradictions(system: System, paidAndLost: bigint): Promise<readonly string[]> {
  const found = await system.findContradictions();
  const pattern = /^usdt: the hot wallet holds (\d+), the books say (\d+)$/;
  return found.filter((text) => {
    const [, holds = '0', say = '0'] = pattern.exec(text) ?? [];
    const isExplained = paidAndLost > 0n && BigInt(say) - BigInt(holds) === paidAndLost;
    // Its network cost went with it.
    return !isExplained && !(paidAndLost > 0n && text.startsWith('trx: the hot wallet holds'));
  });
}
