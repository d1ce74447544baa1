import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, unitsToWire, type Units } from '@tern/money/units';
import type { ReferenceBlock } from '@tern/tron/transaction';
import type { OrderKind } from './plan-order.ts';
import { inTransaction, type StoreDatabase } from './standby/logged-database.ts';

export type Quarantine = {
  readonly number: number;
  readonly beganAtMs: number;
  readonly reason: string;
  readonly nextBlock: number;
  /** Chain time when reading back began; 0 before. */
  readonly headMs: number;
  /** Chain time of the last block read back. */
  readonly readToMs: number;
};

/** A transaction of the house that the signer found on the chain and does not remember. */
export type ForgottenOutflow = {
  readonly txId: string;
  readonly paymentHash: string;
  readonly kind: OrderKind;
  readonly assetId: AssetId;
  readonly amount: Units;
  readonly burnMaxSun: Units;
  readonly rawHex: string;
  readonly signatureHex: string;
  readonly refBlock: ReferenceBlock;
  readonly seenAtMs: number;
};

export type QuarantineStore = {
  /** Signatures ever given, and never fewer than anybody has seen. */
  readonly sequence: () => number;
  readonly findQuarantine: () => Quarantine | undefined;
  /** The reference block of the newest signature, or 0: whatever was forgotten is in a later block. */
  readonly newestRefBlock: () => number;
  readonly beginQuarantine: (begin: {
    readonly atMs: number;
    readonly reason: string;
    readonly sequence: number;
    readonly nextBlock: number;
  }) => void;
  readonly raiseWitnessed: (number: number, sequence: number) => void;
  readonly noteRead: (number: number, read: { readonly toBlock: ReferenceBlock; readonly headMs: number }) => void;
  readonly endQuarantine: (number: number, atMs: number) => void;
  readonly putOutflow: (outflow: ForgottenOutflow) => void;
  /** The oldest outflow with this content that no order has claimed. */
  readonly findUnclaimed: (paymentHash: string) => ForgottenOutflow | undefined;
  /** All that no order has claimed. */
  readonly listUnclaimed: () => readonly ForgottenOutflow[];
  /** Runs all or nothing. */
  readonly inOne: <Result>(work: () => Result) => Result;
};

export function openQuarantineStore(database: StoreDatabase): QuarantineStore {
  const count = database.prepare(
    `SELECT (SELECT count(*) FROM signed_orders) AS signed,
            (SELECT coalesce(max(sequence_offset), 0) FROM quarantines) AS offset`,
  );
  const current = database.prepare('SELECT * FROM quarantines WHERE ended_at_ms IS NULL ORDER BY number LIMIT 1');
  const newest = database.prepare('SELECT coalesce(max(ref_block_number), 0) AS number FROM signed_orders');
  const begin = database.prepare(
    'INSERT INTO quarantines (began_at_ms, reason, witnessed_sequence, next_block) VALUES (?, ?, ?, ?)',
  );
  const raise = database.prepare(
    'UPDATE quarantines SET witnessed_sequence = max(witnessed_sequence, ?) WHERE number = ?',
  );
  const read = database.prepare(
    `UPDATE quarantines SET next_block = ?, read_to_ms = ?, head_ms = CASE head_ms WHEN 0 THEN ? ELSE head_ms END
      WHERE number = ?`,
  );
  const end = database.prepare(
    `UPDATE quarantines SET ended_at_ms = ?,
       sequence_offset = max(0, witnessed_sequence - (SELECT count(*) FROM signed_orders)) WHERE number = ?`,
  );
  const put = database.prepare(
    `INSERT INTO outflows_read_back (tx_id, payment_hash, kind, asset_id, amount, burn_max_sun, raw_hex, signature_hex,
       ref_block, seen_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const unclaimed = `SELECT * FROM outflows_read_back WHERE tx_id NOT IN (SELECT tx_id FROM signed_orders)`;
  const unclaimedOne = database.prepare(`${unclaimed} AND payment_hash = ? ORDER BY seen_at_ms, rowid LIMIT 1`);
  const unclaimedAll = database.prepare(`${unclaimed} ORDER BY seen_at_ms, rowid`);
  return {
    sequence: () => {
      const row = count.get();
      return Number(row?.['signed']) + Number(row?.['offset']);
    },
    findQuarantine: () => {
      const row = current.get();
      if (row === undefined) return undefined;
      return {
        number: Number(row['number']),
        beganAtMs: Number(row['began_at_ms']),
        reason: String(row['reason']),
        nextBlock: Number(row['next_block']),
        headMs: Number(row['head_ms']),
        readToMs: Number(row['read_to_ms']),
      };
    },
    newestRefBlock: () => Number(newest.get()?.['number']),
    beginQuarantine: ({ atMs, reason, sequence, nextBlock }) => {
      begin.run(atMs, reason, sequence, nextBlock);
    },
    raiseWitnessed: (number, sequence) => {
      raise.run(sequence, number);
    },
    noteRead: (number, { toBlock, headMs }) => {
      read.run(toBlock.number + 1, toBlock.timeMs, headMs, number);
    },
    endQuarantine: (number, atMs) => {
      end.run(atMs, number);
    },
    putOutflow: (outflow) => {
      put.run(
        outflow.txId,
        outflow.paymentHash,
        outflow.kind,
        outflow.assetId,
        unitsToWire(outflow.amount),
        unitsToWire(outflow.burnMaxSun),
        outflow.rawHex,
        outflow.signatureHex,
        JSON.stringify(outflow.refBlock),
        outflow.seenAtMs,
      );
    },
    findUnclaimed: (paymentHash) => readOutflow(unclaimedOne.get(paymentHash)),
    listUnclaimed: () => unclaimedAll.all().flatMap((row) => readOutflow(row) ?? []),
    inOne: (work) => inTransaction(database, work),
  };
}

function readOutflow(row: Record<string, unknown> | undefined): ForgottenOutflow | undefined {
  if (row === undefined) return undefined;
  return {
    txId: String(row['tx_id']),
    paymentHash: String(row['payment_hash']),
    kind: String(row['kind']) as OrderKind,
    assetId: String(row['asset_id']) as AssetId,
    amount: unitsFromWire(String(row['amount'])),
    burnMaxSun: unitsFromWire(String(row['burn_max_sun'])),
    rawHex: String(row['raw_hex']),
    signatureHex: String(row['signature_hex']),
    refBlock: JSON.parse(String(row['ref_block'])) as ReferenceBlock,
    seenAtMs: Number(row['seen_at_ms']),
  };
}
