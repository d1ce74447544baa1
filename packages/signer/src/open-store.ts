import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AssetId } from '@tern/money/asset';
import { unitsFromWire, unitsToWire, zero, add, type Units } from '@tern/money/units';
import type { MemoryPosition, SignedOrder } from '@tern/tron/signer-protocol';
import type { ReferenceBlock } from '@tern/tron/transaction';
import { openAnchorStore, type AnchorStore } from './anchor-store.ts';
import { openApprovalStore, type ApprovalStore } from './approval-store.ts';
import { openFactStore, type FactStore } from './fact-store.ts';
import { openMessageStore, type MessageStore } from './messages/message-store.ts';
import type { OrderKind } from './plan-order.ts';
import { openPolicyStore, type PolicyStore } from './policy-store.ts';
import { openQuarantineStore, type QuarantineStore } from './quarantine-store.ts';
import { openEpochStore, type EpochStore } from './standby/epoch-store.ts';
import { logChanges, type ChangeLog, type StoreDatabase } from './standby/logged-database.ts';
import { storeSteps } from './store-steps.ts';

/** One signature ever given. */
export type SignedRecord = Omit<SignedOrder, 'readBack'> & {
  readonly orderId: string;
  readonly attempt: number;
  /** SHA-256 of the whole order, and of the part that no further attempt may change. */
  readonly orderHash: string;
  readonly paymentHash: string;
  readonly kind: OrderKind;
  readonly assetId: AssetId;
  readonly amount: Units;
  /** Most TRX the transaction may burn. */
  readonly burnMaxSun: Units;
  /** Two operators took it on themselves, so it takes nothing from the day's limit. */
  readonly approved: boolean;
  readonly refBlockNumber: number;
  /** The whole reference block; absent for what was signed before it was kept. */
  readonly refBlock?: ReferenceBlock;
  readonly expirationMs: number;
  readonly signedAtMs: number;
  /** JSON of the frame of a transaction that was found on the chain instead of being signed now. */
  readonly readBackFrame?: string;
  /** JSON of the proof that the attempt before is dead; absent for the first. */
  readonly deathProof?: string;
};

/** The signer's own memory: a file of its own, written through to the disk before any signature leaves. */
export type SignerStore = AnchorStore &
  ApprovalStore &
  EpochStore &
  FactStore &
  MessageStore &
  PolicyStore &
  QuarantineStore & {
    readonly findSigned: (orderId: string, attempt: number) => SignedRecord | undefined;
    /** Whether any order was given this transaction. */
    readonly hasTransaction: (txId: string) => boolean;
    readonly findLastAttempt: (orderId: string) => SignedRecord | undefined;
    /**
     * All that was signed away since `sinceMs` without operators' approval; TRX includes what every transaction may burn.
     * What refers to a block after `chainSinceMs` counts whatever the clock said then.
     */
    readonly sumSigned: (assetId: AssetId, sinceMs: number, chainSinceMs?: number) => Units;
    /** Time of the newest signature, or 0. */
    readonly lastSignedMs: () => number;
    /** Signatures after a position, oldest first. */
    readonly listSigned: (
      after: MemoryPosition | undefined,
      limit: number,
    ) => readonly (SignedRecord & { readonly position: MemoryPosition })[];
    readonly recordSigned: (record: SignedRecord) => void;
    readonly recordRefusal: (refusal: { atMs: number; orderId: string; code: string; detail: string }) => void;
    /** Every change that was made, for a standby. */
    readonly changes: ChangeLog;
    /** A whole copy in one file beside the store (`copyPath`), taking the place of an earlier one. */
    readonly writeCopy: () => void;
    readonly close: () => void;
  };

/** The parts of the store that have a file of their own in the sources. */
function openParts(
  database: StoreDatabase,
): AnchorStore & ApprovalStore & EpochStore & FactStore & MessageStore & PolicyStore & QuarantineStore {
  return {
    ...openAnchorStore(database),
    ...openApprovalStore(database),
    ...openEpochStore(database),
    ...openFactStore(database),
    ...openMessageStore(database),
    ...openPolicyStore(database),
    ...openQuarantineStore(database),
  };
}

export function storePath(directory: string): string {
  return join(directory, 'signer.sqlite');
}

export function copyPath(directory: string): string {
  return join(directory, 'copy.sqlite');
}

/** Another process has the store open. */
class StoreInUse extends Error {
  override name = 'StoreInUse';
}

/** Opens or creates the store. Throws where another process has it open: two signers would have two memories. */
export function openStore(directory: string): SignerStore {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = storePath(directory);
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    const due = storeSteps.slice(version).join('');
    database.exec(`BEGIN IMMEDIATE; ${due} PRAGMA user_version = ${storeSteps.length}; COMMIT;`);
  } catch (error) {
    database.close();
    const locked = error instanceof Error && error.message.includes('locked');
    throw locked ? new StoreInUse(`another signer is using ${directory}`) : error;
  }
  chmodSync(path, 0o600);

  const { logged, log: changes } = logChanges(database);
  const byAttempt = logged.prepare('SELECT * FROM signed_orders WHERE order_id = ? AND attempt = ?');
  const byOrder = logged.prepare('SELECT * FROM signed_orders WHERE order_id = ? ORDER BY attempt DESC LIMIT 1');
  const byTransaction = logged.prepare(
    'SELECT 1 FROM signed_orders WHERE tx_id = :tx UNION ALL SELECT 1 FROM outflows_read_back WHERE tx_id = :tx',
  );
  const since = logged.prepare(
    `SELECT kind, asset_id, amount, burn_max_sun FROM signed_orders
      WHERE (signed_at_ms > :since OR json_extract(ref_block, '$.timeMs') > :chain) AND approved = 0
     UNION ALL
     SELECT kind, asset_id, amount, burn_max_sun FROM outflows_read_back
      WHERE (seen_at_ms > :since OR seen_at_ms > :chain) AND tx_id NOT IN (SELECT tx_id FROM signed_orders)`,
  );
  // Rows are never deleted, so a copy of the store numbers them alike.
  const after = logged.prepare(
    `SELECT rowid AS number, * FROM signed_orders WHERE (signed_at_ms, rowid) > (?, ?)
      ORDER BY signed_at_ms, rowid LIMIT ?`,
  );
  const newest = logged.prepare('SELECT coalesce(max(signed_at_ms), 0) AS at_ms FROM signed_orders');
  const insert = logged.prepare(
    `INSERT INTO signed_orders (order_id, attempt, order_hash, payment_hash, kind, asset_id, amount, burn_max_sun,
       approved, ref_block_number, ref_block, expiration_ms, signed_at_ms, death_proof, read_back,
       tx_id, raw_hex, signature_hex)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertRefusal = logged.prepare('INSERT INTO refusals (at_ms, order_id, code, detail) VALUES (?, ?, ?, ?)');

  return {
    ...openParts(logged),
    changes,
    findSigned: (orderId, attempt) => readRecord(byAttempt.get(orderId, attempt)),
    findLastAttempt: (orderId) => readRecord(byOrder.get(orderId)),
    hasTransaction: (txId) => byTransaction.get({ tx: txId }) !== undefined,
    sumSigned: (assetId, sinceMs, chainSinceMs = Number.MAX_SAFE_INTEGER) => {
      let sum = zero;
      for (const row of since.all({ since: sinceMs, chain: chainSinceMs })) {
        const left = row['kind'] === 'payout' && row['asset_id'] === assetId;
        if (left) sum = add(sum, unitsFromWire(String(row['amount'])));
        if (assetId === 'trx') sum = add(sum, unitsFromWire(String(row['burn_max_sun'])));
      }
      return sum;
    },
    listSigned: (position, limit) =>
      after.all(position?.signedAtMs ?? -1, position?.number ?? -1, limit).flatMap((row) => {
        const record = readRecord(row);
        if (record === undefined) return [];
        return [{ ...record, position: { signedAtMs: record.signedAtMs, number: Number(row['number']) } }];
      }),
    lastSignedMs: () => Number(newest.get()?.['at_ms']),
    recordSigned: (record) => {
      insert.run(
        record.orderId,
        record.attempt,
        record.orderHash,
        record.paymentHash,
        record.kind,
        record.assetId,
        unitsToWire(record.amount),
        unitsToWire(record.burnMaxSun),
        record.approved ? 1 : 0,
        record.refBlockNumber,
        record.refBlock === undefined ? null : JSON.stringify(record.refBlock),
        record.expirationMs,
        record.signedAtMs,
        record.deathProof ?? null,
        record.readBackFrame ?? null,
        record.txId,
        record.rawHex,
        record.signatureHex,
      );
    },
    recordRefusal: ({ atMs, orderId, code, detail }) => {
      insertRefusal.run(atMs, orderId, code, detail);
    },
    writeCopy: () => writeCopy(database, copyPath(directory)),
    close: () => database.close(),
  };
}

function writeCopy(database: DatabaseSync, copy: string): void {
  rmSync(`${copy}.new`, { force: true });
  database.prepare('VACUUM INTO ?').run(`${copy}.new`);
  chmodSync(`${copy}.new`, 0o600);
  renameSync(`${copy}.new`, copy);
}

/** The store, or nothing where another process has it open. */
export function openStoreUnlessInUse(directory: string): SignerStore | undefined {
  try {
    return openStore(directory);
  } catch (error) {
    if (error instanceof StoreInUse) return undefined;
    throw error;
  }
}

function readRecord(row: Record<string, unknown> | undefined): SignedRecord | undefined {
  if (row === undefined) return undefined;
  return {
    orderId: String(row['order_id']),
    attempt: Number(row['attempt']),
    orderHash: String(row['order_hash']),
    paymentHash: String(row['payment_hash']),
    kind: String(row['kind']) as OrderKind,
    assetId: String(row['asset_id']) as AssetId,
    amount: unitsFromWire(String(row['amount'])),
    burnMaxSun: unitsFromWire(String(row['burn_max_sun'])),
    approved: row['approved'] === 1,
    refBlockNumber: Number(row['ref_block_number']),
    expirationMs: Number(row['expiration_ms']),
    signedAtMs: Number(row['signed_at_ms']),
    txId: String(row['tx_id']),
    rawHex: String(row['raw_hex']),
    signatureHex: String(row['signature_hex']),
    ...(typeof row['ref_block'] === 'string' ? { refBlock: JSON.parse(row['ref_block']) as ReferenceBlock } : {}),
    ...(typeof row['read_back'] === 'string' ? { readBackFrame: row['read_back'] } : {}),
    ...(typeof row['death_proof'] === 'string' ? { deathProof: row['death_proof'] } : {}),
  };
}
