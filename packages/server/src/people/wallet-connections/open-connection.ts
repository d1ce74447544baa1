import { newId, type WalletConnectionId, type WalletId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import { openPairing } from '@tern/wallet-connection/pairing';
import { parseLink } from '@tern/wallet-connection/parse-link';
import type { LinkRefusal } from '@tern/wallet-connection/refusal';
import type { ApiSession } from '../../platform/api-context.ts';
import { limitKey, limitRate } from '../../platform/limits/public.ts';
import { requireActing } from '../accounts/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { getOwnWallet } from '../wallets/public.ts';
import { countConnections, findOpened, insertConnection } from './connection-store.ts';
import { secondsOf, type OpeningDeps } from './deps.ts';
import { connectionsMax } from './wallet-connection.ts';

/** Links that one person may open within an hour. */
const linksPerHour = 30;

/**
 * Takes up a link that a person scanned, pasted or opened, for one of their wallets. From then on the site's proposal is
 * listened for; `showConnection` has it once it came. A link is used once, whoever opens it; the same
 * person who opens it again meanwhile gets the same connection. Throws
 * `CONNECTION_LINK_INVALID`, `CONNECTION_LINK_USED`, `CONNECTION_LIMIT_REACHED`, `NOT_FOUND`, `UNAVAILABLE`,
 * `ACCOUNT_FROZEN` or `TOO_MANY_REQUESTS`.
 */
export async function openConnection(
  deps: OpeningDeps,
  session: ApiSession,
  { link, walletId }: { readonly link: string; readonly walletId: WalletId },
): Promise<WalletConnectionId> {
  if (!deps.isOffered) throw problem('UNAVAILABLE');
  const { personId } = session;
  const now = deps.clock.now();
  await limitRate(
    deps.db.kysely,
    { key: limitKey('connection-links', personId), limit: linksPerHour, windowMs: 3_600_000 },
    now,
  );
  const read = parseLink(link, secondsOf(deps.clock));
  if ('refusal' in read) throw problem('CONNECTION_LINK_INVALID', { fault: faultOf(read.refusal) });
  return changeAccount(deps.db, session, async (tx, person) => {
    requireActing(person);
    const wallet = await getOwnWallet(tx, personId, walletId);
    if (!wallet.trusted) throw problem('UNAVAILABLE');
    // An answer that was lost, or a page that was loaded again.
    const opened = await findOpened(tx, { personId, walletId, topic: read.topic, now });
    if (opened !== undefined) return opened;
    // The lock on the person lets one link after the other.
    if ((await countConnections(tx, personId, now)) >= connectionsMax)
      throw problem('CONNECTION_LIMIT_REACHED', { limit: connectionsMax });
    const id = newId<WalletConnectionId>();
    const protocol = { pairing: openPairing(read) };
    if (!(await insertConnection(tx, deps.box, { id, personId, walletId, protocol })))
      throw problem('CONNECTION_LINK_USED');
    return id;
  });
}

function faultOf(refusal: LinkRefusal): 'malformed' | 'old-version' | 'expired' {
  if (refusal === 'old-version') return refusal;
  return refusal === 'link-expired' ? 'expired' : 'malformed';
}
