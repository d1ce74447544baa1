import type { PersonId, WalletConnectionId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { ConnectionView } from '@tern/contracts/routes/wallet-connections';
import { selectConnection } from './connection-store.ts';
import type { ConnectionDeps } from './deps.ts';
import { renderConnection } from './views.ts';

/** One of the person's connections, over or not. Throws `NOT_FOUND`. */
export async function showConnection(
  { db, box }: Pick<ConnectionDeps, 'db' | 'box'>,
  personId: PersonId,
  id: WalletConnectionId,
): Promise<ConnectionView> {
  const row = await selectConnection(db.kysely, box, { personId, id });
  if (row === undefined) throw problem('NOT_FOUND');
  return renderConnection(row);
}
