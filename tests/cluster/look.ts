import { solidBalance } from '@tern/testkit/system/outside-wallet';
import type { System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';
import { settle } from '../campaigns/crash/settle.ts';
import type { Acknowledged, Traffic } from './traffic.ts';

/** What was answered with yes is in the books exactly once, and what was not is there once at most. */
export async function lookAtBooks({ db }: System, { acknowledged, unanswered }: Traffic): Promise<readonly string[]> {
  const payments = acknowledged.flatMap((each) => (each.kind === 'send' || each.kind === 'transfer' ? [each] : []));
  const swaps = acknowledged.flatMap((each) => (each.kind === 'swap' ? [each.quoteId] : []));
  const unclear = unanswered.flatMap(({ draftId, quoteId }) => draftId ?? quoteId ?? []);
  const { rows } = await sql<{ text: string }>`
    SELECT format('draft %s was answered with yes and has %s payments and %s records', a.draft, n.payments, n.records) AS text
      FROM unnest(${payments.map(({ draftId }) => draftId)}::uuid[], ${payments.map(({ recordId }) => recordId)}::uuid[]) AS a (draft, record)
      CROSS JOIN LATERAL (
        SELECT count(DISTINCT w.id) AS payments, count(DISTINCT r.id) FILTER (WHERE r.id = a.record) AS records
          FROM withdrawals w LEFT JOIN records r ON r.id = w.record_id WHERE w.draft_id = a.draft) n
     WHERE (n.payments, n.records) <> (1, 1)
    UNION ALL
    SELECT format('quote %s was answered with yes and has %s swaps and %s journals', q, n.swaps, n.journals)
      FROM unnest(${swaps}::uuid[]) AS q
      CROSS JOIN LATERAL (
        SELECT (SELECT count(*) FROM swaps s WHERE s.quote_id = q) AS swaps,
               (SELECT count(*) FROM ledger.journals j WHERE j.kind = 'swap' AND j.details ->> 'quoteId' = q::text) AS journals) n
     WHERE (n.swaps, n.journals) <> (1, 1)
    UNION ALL
    SELECT format('%s had no clear answer and is in the books %s times', u, n.times)
      FROM unnest(${unclear}::uuid[]) AS u
      CROSS JOIN LATERAL (
        SELECT (SELECT count(*) FROM withdrawals w WHERE w.draft_id = u)
             + (SELECT count(*) FROM swaps s WHERE s.quote_id = u) AS times) n
     WHERE n.times > 1`.execute(db.kysely);
  return rows.map(({ text }) => text);
}

/**
 * Each call lets everything under way end; then it looks at invariants, chain and books, at everything in the books, and at each
 * payment and deposit on the chain that the call before had not seen. Nobody may begin anything meanwhile.
 */
export function openLook(system: System, traffic: Traffic): () => Promise<readonly string[]> {
  let seen = 0;
  return async () => {
    await settle(system);
    let found = await lookAtEnds(system, traffic, seen);
    // The house may have decided its next step while we looked; what ends once it is let end is no contradiction.
    if (found.some((text) => text.startsWith('I22: '))) {
      await settle(system);
      found = await lookAtEnds(system, traffic, seen);
    }
    seen = traffic.acknowledged.length;
    return found;
  };
}

/** The same where nothing is under way any more; of payments and deposits, those from `first` on. */
export async function lookAtEnds(system: System, traffic: Traffic, first = 0): Promise<readonly string[]> {
  const found = [...(await lookAtBooks(system, traffic)), ...(await system.findContradictions())];
  for (const each of traffic.acknowledged.slice(first)) found.push(...(await lookAtChain(system, each)));
  return found;
}

/** One answer against the chain. */
export async function lookAtChain(system: System, each: Acknowledged): Promise<readonly string[]> {
  if (each.kind === 'send') {
    const received = await until(`what ${each.to} has`, async () => ({
      sum: await solidBalance(system, each.to, 'usdt'),
    }));
    return received.sum === each.amount ? [] : [`${each.to} received ${received.sum} of ${each.amount}`];
  }
  if (each.kind !== 'deposit') return [];
  const { rows } = await sql<{ journals: number; shown: number }>`
    SELECT count(j.id)::int AS journals, count(r.id) FILTER (WHERE r.status = 'success')::int AS shown
      FROM deposits d LEFT JOIN ledger.journals j ON j.id = d.journal_id
      LEFT JOIN suspense_resolutions s ON s.deposit_id = d.id
      LEFT JOIN records r ON r.id = coalesce(s.record_id, d.record_id)
     WHERE d.tx_id = ${each.txId}`.execute(system.db.kysely);
  const { journals, shown } = rows[0] ?? { journals: 0, shown: 0 };
  return journals === 1 && shown === 1 ? [] : [`deposit ${each.txId} has ${journals} journals and ${shown} records`];
}
