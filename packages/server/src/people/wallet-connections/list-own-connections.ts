import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { DbReader } from '@tern/db/database';
import type { SecretBox } from '../../platform/secret-box.ts';
import { selectAllConnections } from './connection-store.ts';
import { selectPastRequests } from './request-store.ts';

/**
 * Everything that is kept of a person's connections, for their copy of their data: also of those that are over, of which
 * nobody knows the site any more.
 */
export async function listOwnConnections(db: DbReader, box: SecretBox, personId: PersonId) {
  const [rows, requests] = await Promise.all([
    selectAllConnections(db, box, personId),
    selectPastRequests(db, personId),
  ]);
  return toWire(
    rows.map(({ id, phase, protocol, createdAt, lastUsedAt, endedAt, endedBy }) => ({
      phase,
      site: (protocol && ('connection' in protocol ? protocol.connection : protocol.pairing.proposal)?.site) ?? null,
      createdAt,
      lastUsedAt,
      endedAt,
      endedBy,
      requests: requests
        .filter(({ connectionId }) => connectionId === id)
        .map(({ kind, state, createdAt: askedAt }) => ({ kind, state, askedAt })),
    })),
  );
}
