import { createHash } from 'node:crypto';
import type { DbReader } from '@tern/db/database';
import { decodeRawTransaction } from '@tern/tron/decode-raw-transaction';
import { transactionId } from '@tern/tron/transaction-id';
import { sql } from 'kysely';
import { canonicalJson } from '../../platform/idempotency/public.ts';
import type { Breach, Window } from './breach.ts';

/** I09 and I10 of payments on chain, and I11 of what was signed and of what the factors authorised. */
export async function findPaymentBreaches(db: DbReader, window: Window): Promise<readonly Breach[]> {
  return [
    ...(await findAttemptBreaches(db, window)),
    ...(await findForeignBytes(db, window)),
    ...(await findForeignHashes(db, window)),
  ];
}

async function findAttemptBreaches(db: DbReader, { since, most }: Window): Promise<readonly Breach[]> {
  const { rows } = await sql<Breach>`
    WITH attempts AS (
      SELECT a.* FROM (
        SELECT id FROM withdrawals
        WHERE settlement = 'chain' AND changed_at >= ${since}::timestamptz ORDER BY changed_at DESC LIMIT ${most}
      ) w JOIN withdrawal_attempts a ON a.withdrawal_id = w.id
    ), costs AS (
      SELECT j.id, j.details ->> 'txId' AS tx_id, t.amount
      FROM (SELECT * FROM ledger.journals WHERE created_at >= ${since}::timestamptz ORDER BY id DESC LIMIT ${most}) j
      JOIN ledger.transfers t ON t.journal_id = j.id
      WHERE j.kind = 'network-cost' AND j.details ? 'withdrawalId'
    )
    SELECT 'I09' AS invariant, format('journal %s books a cost of transaction %s, which no attempt made', c.id, c.tx_id) AS finding
    FROM costs c WHERE NOT EXISTS (
      SELECT FROM withdrawal_attempts a WHERE a.tx_id = c.tx_id AND a.fee_sun = c.amount AND a.state IN ('succeeded', 'failed'))
    UNION ALL
    SELECT 'I09', format('attempt %s of %s burnt %s sun that no journal has', a.number, a.withdrawal_id, a.fee_sun)
    FROM attempts a WHERE a.fee_sun > 0 AND NOT EXISTS (
      SELECT FROM ledger.journals j
      WHERE j.idempotency_key = format('withdrawal:%s:network-cost:%s', a.withdrawal_id, a.number)
        AND j.details ->> 'txId' = a.tx_id)
    UNION ALL
    SELECT 'I10', format('withdrawal %s has %s attempts that can pay', withdrawal_id, count(*))
    FROM attempts WHERE state IN ('ordered', 'signed', 'succeeded') GROUP BY withdrawal_id HAVING count(*) > 1
    UNION ALL
    SELECT 'I10', format('attempt %s of %s was made before the one before it was proven dead', a.number, a.withdrawal_id)
    FROM attempts a LEFT JOIN withdrawal_attempts p ON p.withdrawal_id = a.withdrawal_id AND p.number = a.number - 1
    WHERE a.number > 1 AND (
      p.state IN ('dead', 'failed') AND p.ended_at <= a.created_at AND p.death_proof ->> 'txId' = p.tx_id
      AND a.signing_order -> 'deathProof' ->> 'txId' = p.tx_id
    ) IS NOT TRUE
    UNION ALL
    SELECT 'I10', format('attempt %s of %s is given up without the end of its time on every node', number, withdrawal_id)
    FROM attempts a WHERE state = 'dead' AND (
      jsonb_array_length(death_proof -> 'scans') > 0 AND NOT EXISTS (
        SELECT FROM jsonb_array_elements(death_proof -> 'scans') scan
        WHERE (scan -> 'toBlock' ->> 'timeMs')::numeric < extract(epoch FROM a.expiration) * 1000)
    ) IS NOT TRUE
    ORDER BY 1, 2`.execute(db);
  return rows;
}

type SignedRow = {
  readonly withdrawal_id: string;
  readonly number: number;
  readonly raw_hex: string;
  readonly tx_id: string;
  readonly asset_id: string;
  readonly to_address: string;
  readonly amount: string;
};

/** Reads the signed bytes themselves: receiver, amount and kind must be those of the send. */
async function findForeignBytes(db: DbReader, { since, most }: Window): Promise<readonly Breach[]> {
  const { rows } = await sql<SignedRow>`
    SELECT a.withdrawal_id, a.number, a.raw_hex, a.tx_id, w.asset_id, w.to_address, w.amount
    FROM (SELECT * FROM withdrawals WHERE changed_at >= ${since}::timestamptz ORDER BY changed_at DESC LIMIT ${most}) w
    JOIN withdrawal_attempts a ON a.withdrawal_id = w.id WHERE a.raw_hex IS NOT NULL
    ORDER BY a.withdrawal_id, a.number`.execute(db);
  return rows
    .filter((row) => !paysWhatWasAsked(row))
    .map(({ withdrawal_id: id, number }) => ({
      invariant: 'I11',
      finding: `attempt ${number} of withdrawal ${id} was signed for something else`,
    }));
}

function paysWhatWasAsked({ raw_hex: rawHex, tx_id: txId, ...asked }: SignedRow): boolean {
  const bytes = Buffer.from(rawHex, 'hex');
  if (transactionId(bytes) !== txId) return false;
  const { transfer } = decodeRawTransaction(bytes);
  const amount = transfer.kind === 'trx' ? transfer.amountSun : transfer.amount;
  return (
    (transfer.kind === 'trx') === (asked.asset_id === 'trx') &&
    transfer.to === asked.to_address &&
    amount === BigInt(asked.amount)
  );
}

type DraftRow = {
  readonly id: string;
  readonly person_id: string;
  readonly wallet_id: string;
  readonly asset_id: string;
  readonly network_id: string;
  readonly settlement: string;
  readonly receiver_wallet_id: string | null;
  readonly own_move: boolean;
  readonly to_address: string;
  readonly amount: string;
  readonly fee: string;
  readonly usdt_value: string;
  readonly memo: string | null;
  readonly terms_version: number | null;
  readonly sent_to_contact: string | null;
  readonly sent_to_name: string | null;
  readonly expires_at: Date;
  readonly hash: Buffer;
};

/** Makes the hash of each used draft anew: nothing that the factors authorised may have changed since. */
async function findForeignHashes(db: DbReader, { since, most }: Window): Promise<readonly Breach[]> {
  const { rows } = await sql<DraftRow>`
    SELECT d.* FROM (
      SELECT draft_id FROM withdrawals WHERE changed_at >= ${since}::timestamptz ORDER BY changed_at DESC LIMIT ${most}
    ) w JOIN withdrawal_drafts d ON d.id = w.draft_id ORDER BY d.id`.execute(db);
  return rows
    .filter((row) => !row.hash.equals(hashOf(row)))
    .map(({ id }) => ({ invariant: 'I11', finding: `draft ${id} is not what its hash was made of` }));
}

/** Written from the published form of the hash, not with the code that makes it. */
function hashOf(row: DraftRow): Buffer {
  const content = {
    version: 1,
    id: row.id,
    personId: row.person_id,
    walletId: row.wallet_id,
    assetId: row.asset_id,
    networkId: row.network_id,
    settlement: row.settlement,
    receiverWalletId: row.receiver_wallet_id,
    ownMove: row.own_move,
    to: row.to_address,
    amount: row.amount,
    fee: row.fee,
    usdtValue: row.usdt_value,
    memo: row.memo,
    expiresAt: row.expires_at.toISOString(),
    ...(row.terms_version === null ? {} : { terms: row.terms_version }),
    ...(row.sent_to_contact === null ? {} : { sentTo: { contact: row.sent_to_contact, name: row.sent_to_name } }),
  };
  return createHash('sha256').update(canonicalJson(content)).digest();
}
