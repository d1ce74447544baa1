import { transact } from '@tern/db/transact';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { inviteFounders as openFoundersInvitations } from './access-store.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';
import { invitationLink } from './invitation-link.ts';

export type FounderInvitation = { readonly name: string; readonly link: string; readonly expiresAt: Date };

/**
 * Links for the first two operators of an installation, both administrators, as long as fewer than two have enrolled; each
 * works once. From then on operators are invited by operators.
 */
export async function inviteFounders({
  db,
  clock,
  settings,
}: ConsoleAccessDeps): Promise<readonly FounderInvitation[]> {
  const tokens = { first: newToken(), second: newToken() };
  const expiresAt = new Date(clock.nowMs() + settings.invitationMs);
  const names = await transact(db, (tx) =>
    openFoundersInvitations(tx, {
      firstHash: hashToken(tokens.first),
      secondHash: hashToken(tokens.second),
      expiresAt,
    }),
  );
  return (['first', 'second'] as const)
    .filter((name) => names.includes(name))
    .map((name) => ({ name, link: invitationLink(settings, tokens[name]), expiresAt }));
}
