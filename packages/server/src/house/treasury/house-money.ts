import type { DbReader } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';

/** Classes of what the house owes to others, whoever they are, beside its customers. */
const liabilityClasses = ['reward-pool', 'swap-rewards', 'promotion', 'suspense'];
/** Places on chain, and what is on its way between two of them. */
const places = ['deposit', 'hot', 'warm', 'cold', 'energy', 'in-transit'] as const;
export type Place = (typeof places)[number];

/** The books of one asset as the treasury reads them, in base units. */
export type HouseMoney = {
  /** Customer liabilities: what is owed to people, pools, promotions, and what was not attributed yet. */
  readonly owed: bigint;
  /** What belongs to the house after all costs; negative where the costs were larger than what it has put in and earned. */
  readonly own: bigint;
  /** What lies where by the books. */
  readonly custody: Readonly<Record<Place, bigint>>;
  /** Of `energy`: what is staked, delegated or not, and what was unstaked and has not come home. */
  readonly stake: { readonly staked: bigint; readonly unstaking: bigint };
};

/**
 * Reads the house's accounts alone. All accounts of an asset add up to zero (I01 sees to it), so what the customers have
 * is what the house's accounts lack; a million of them need not be added up.
 */
export async function readHouseMoney(db: DbReader, assetId: AssetId): Promise<HouseMoney> {
  const { rows } = await sql<{ class: string; posted: string }>`
    SELECT class, sum(posted)::text AS posted FROM ledger.accounts
     WHERE asset = ${assetId} AND class <> 'customer' GROUP BY class`.execute(db);
  const posted = new Map(rows.map((row) => [row.class, BigInt(row.posted)]));
  const of = (name: string): bigint => posted.get(name) ?? 0n;
  const customers = [...posted.values()].reduce((sum, amount) => sum - amount, 0n);
  return {
    owed: liabilityClasses.reduce((sum, name) => sum + of(name), customers),
    // Costs are debits, so they are negative here.
    own: of('capital') + of('fee-income') + of('network-cost'),
    custody: {
      deposit: -of('custody:deposit'),
      hot: -of('custody:hot'),
      warm: -of('custody:warm'),
      cold: -of('custody:cold'),
      energy: -(of('custody:energy') + of('custody:staked') + of('custody:unstaking')),
      'in-transit': -of('custody:in-transit'),
    },
    stake: { staked: -of('custody:staked'), unstaking: -of('custody:unstaking') },
  };
}

/**
 * What left to the chain for people in each of the last `days` times 24 hours, the latest first, in base units. Only
 * days since the first such payment count.
 */
export async function listDailyOutflows(
  db: DbReader,
  { assetId, days }: { readonly assetId: AssetId; readonly days: number },
): Promise<readonly bigint[]> {
  const { rows } = await sql<{ day: number; amount: string }>`
    SELECT floor(extract(epoch FROM clock_timestamp() - j.created_at) / 86400)::int AS day, sum(t.amount)::text AS amount
      FROM ledger.journals j JOIN ledger.transfers t ON t.journal_id = j.id
     WHERE j.kind = 'withdrawal-post' AND j.created_at > clock_timestamp() - make_interval(days => ${days})
       AND t.code = 'withdrawal' AND t.asset = ${assetId}
     GROUP BY day ORDER BY day`.execute(db);
  const amounts = new Map(rows.map((row) => [row.day, BigInt(row.amount)]));
  const oldest = rows.at(-1)?.day ?? -1;
  return Array.from({ length: oldest + 1 }, (_, day) => amounts.get(day) ?? 0n);
}
