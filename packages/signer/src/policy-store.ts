import type { TronAddress } from '@tern/tron/address';
import type { Owners } from '@tern/tron/transaction';
import { emptyPolicy, readPolicy, writePolicy, type PolicyDocument } from './policy-document.ts';
import type { StoreDatabase } from './standby/logged-database.ts';

export type PolicyVersion = { readonly version: number; readonly document: PolicyDocument };

export type PolicyStore = {
  /** The policy in force; version 0 allows nothing. */
  readonly getPolicy: () => PolicyVersion;
  /** Every version, oldest first. */
  readonly listPolicies: () => readonly (PolicyVersion & { readonly atMs: number; readonly reason: string })[];
  /** Every cold address that was ever in force. */
  readonly listColdAddresses: () => ReadonlySet<TronAddress>;
  /** All owners that were ever in force. */
  readonly listOwners: () => readonly Owners[];
  readonly putPolicy: (next: PolicyVersion & { readonly atMs: number; readonly reason: string }) => void;
};

export function openPolicyStore(database: StoreDatabase): PolicyStore {
  const newest = database.prepare('SELECT version, document FROM policy_versions ORDER BY version DESC LIMIT 1');
  const all = database.prepare('SELECT * FROM policy_versions ORDER BY version');
  const insert = database.prepare('INSERT INTO policy_versions (version, at_ms, reason, document) VALUES (?, ?, ?, ?)');
  return {
    getPolicy: () => {
      const row = newest.get();
      return row === undefined
        ? { version: 0, document: emptyPolicy }
        : { version: Number(row['version']), document: readPolicy(String(row['document'])) };
    },
    listPolicies: () =>
      all.all().map((row) => ({
        version: Number(row['version']),
        document: readPolicy(String(row['document'])),
        atMs: Number(row['at_ms']),
        reason: String(row['reason']),
      })),
    listOwners: () => all.all().flatMap((row) => readPolicy(String(row['document'])).owners ?? []),
    listColdAddresses: () => new Set(all.all().flatMap((row) => readPolicy(String(row['document'])).coldAddress ?? [])),
    putPolicy: ({ version, document, atMs, reason }) => {
      insert.run(version, atMs, reason, writePolicy(document));
    },
  };
}
