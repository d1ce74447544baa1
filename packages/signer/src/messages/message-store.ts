import { getAddress, type TronAddress } from '@tern/tron/address';
import type { StoreDatabase } from '../standby/logged-database.ts';

/** One text ever signed, in full: it says what a signature of the address that somebody shows is about. */
export type SignedMessageRecord = {
  readonly messageId: string;
  readonly index: number;
  readonly address: TronAddress;
  readonly text: string;
  readonly signatureHex: string;
  /** Version of the policy that allowed it. */
  readonly policyVersion: number;
  readonly signedAtMs: number;
};

export type MessageStore = {
  readonly findMessage: (messageId: string) => SignedMessageRecord | undefined;
  /** Texts signed since `sinceMs`: by this address, or by all. */
  readonly countMessages: (sinceMs: number, address?: TronAddress) => number;
  /** Time of the newest one, or 0. */
  readonly lastMessageMs: () => number;
  /** All that an address has signed, oldest first. */
  readonly listMessages: (address: TronAddress) => readonly SignedMessageRecord[];
  readonly recordMessage: (record: SignedMessageRecord) => void;
};

export function openMessageStore(database: StoreDatabase): MessageStore {
  const byId = database.prepare('SELECT * FROM signed_messages WHERE message_id = ?');
  const byAddress = database.prepare('SELECT * FROM signed_messages WHERE address = ? ORDER BY signed_at_ms, rowid');
  const ofOne = database.prepare(
    'SELECT count(*) AS count FROM signed_messages WHERE address = ? AND signed_at_ms > ?',
  );
  const ofAll = database.prepare('SELECT count(*) AS count FROM signed_messages WHERE signed_at_ms > ?');
  const newest = database.prepare('SELECT coalesce(max(signed_at_ms), 0) AS at_ms FROM signed_messages');
  const insert = database.prepare(
    `INSERT INTO signed_messages (message_id, deposit_index, address, text, signature_hex, policy_version, signed_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    findMessage: (messageId) => {
      const row = byId.get(messageId);
      return row === undefined ? undefined : readMessage(row);
    },
    countMessages: (sinceMs, address) =>
      Number((address === undefined ? ofAll.get(sinceMs) : ofOne.get(address, sinceMs))?.['count']),
    lastMessageMs: () => Number(newest.get()?.['at_ms']),
    listMessages: (address) => byAddress.all(address).map(readMessage),
    recordMessage: ({ messageId, index, address, text, signatureHex, policyVersion, signedAtMs }) => {
      insert.run(messageId, index, address, text, signatureHex, policyVersion, signedAtMs);
    },
  };
}

function readMessage(row: Record<string, unknown>): SignedMessageRecord {
  return {
    messageId: String(row['message_id']),
    index: Number(row['deposit_index']),
    address: getAddress(String(row['address'])),
    text: String(row['text']),
    signatureHex: String(row['signature_hex']),
    policyVersion: Number(row['policy_version']),
    signedAtMs: Number(row['signed_at_ms']),
  };
}
