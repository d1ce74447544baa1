import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openApprovalStore, type ApprovalStore } from '../approval-store.ts';
import type { SignerStore } from '../open-store.ts';

/** Whether this signer signs, waits beside one that does, or was replaced by another. */
export type SeatState = 'active' | 'standby' | 'fenced';

export type Seat = {
  readonly state: () => SeatState;
  /** The store as take-overs see it: their approvals are kept apart, or the copy would not be a copy any more. */
  readonly store: SignerStore;
  /** The newest epoch that was named while this signer did not sign, or 0; another may have begun it. */
  readonly heardEpoch: () => number;
  readonly hearEpoch: (epoch: number) => void;
  /** It waits no longer. */
  readonly leaveStandby: () => void;
  readonly close: () => void;
};

/** The file that says that a folder is of a standby. */
export function standbyMarkPath(directory: string): string {
  return join(directory, 'standby');
}

/** Makes a folder that was restored from a copy one of a standby. */
export function markStandby(directory: string, at: Date): void {
  writeFileSync(standbyMarkPath(directory), at.toISOString(), { mode: 0o600 });
}

/** Opens what a signer knows of its place in a pair. */
export function openSeat(directory: string, store: SignerStore): Seat {
  const path = join(directory, 'take-over.sqlite');
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${tables}`);
  chmodSync(path, 0o600);
  const own: ApprovalStore = openApprovalStore(database);
  const newest = database.prepare('SELECT coalesce(max(number), 0) AS number FROM heard_epochs');
  const hear = database.prepare('INSERT OR IGNORE INTO heard_epochs (number) VALUES (?)');
  const heardEpoch = (): number => Number(newest.get()?.['number']);
  let waits = existsSync(standbyMarkPath(directory));
  return {
    state: () => (waits ? 'standby' : store.newerEpoch() === undefined ? 'active' : 'fenced'),
    store: {
      ...store,
      ...own,
      // A key that has signed one thing cannot show an older counter for the other.
      lastSignCount: (credentialId) => Math.max(store.lastSignCount(credentialId), own.lastSignCount(credentialId)),
    },
    heardEpoch,
    hearEpoch: (epoch) => {
      if (epoch > heardEpoch()) hear.run(epoch);
    },
    leaveStandby: () => {
      rmSync(standbyMarkPath(directory), { force: true });
      waits = false;
    },
    close: () => database.close(),
  };
}

const tables = `
  CREATE TABLE IF NOT EXISTS heard_epochs (number INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE IF NOT EXISTS approval_requests (
    challenge TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind = 'take-over'),
    subject TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    statement TEXT NOT NULL,
    asked_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS approvals (
    challenge TEXT NOT NULL REFERENCES approval_requests (challenge),
    operator TEXT NOT NULL,
    credential_id TEXT NOT NULL,
    sign_count INTEGER NOT NULL,
    assertion TEXT NOT NULL,
    given_at_ms INTEGER NOT NULL,
    PRIMARY KEY (challenge, operator)
  ) STRICT;
  CREATE TRIGGER IF NOT EXISTS approvals_stay BEFORE UPDATE ON approvals
    BEGIN SELECT RAISE(ABORT, 'approvals are never changed'); END;
  CREATE TRIGGER IF NOT EXISTS approvals_remain BEFORE DELETE ON approvals
    BEGIN SELECT RAISE(ABORT, 'approvals are never deleted'); END;
`;
