import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { SecurityEventKind } from '@tern/contracts/security-event';
import type { DbTx } from '@tern/db/database';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { type IdentityDeps, recordSecurityEvent } from '../accounts/public.ts';
import { makeStopLink } from './make-stop-link.ts';

export type AddressChangeNote = {
  readonly personId: PersonId;
  readonly kind: Extract<SecurityEventKind, `address-${string}`>;
  /** The address, or the name of the rule; kept as evidence. */
  readonly detail: string;
  readonly origin: RequestOrigin;
};

/** Notes a change of where a person's money may go. One that widens it is told on every channel, with a link that stops it. */
export async function noteAddressChange(
  tx: DbTx,
  deps: Pick<IdentityDeps, 'clock' | 'keys' | 'settings'>,
  { kind, ...change }: AddressChangeNote,
): Promise<void> {
  const now = deps.clock.now();
  if (kind === 'address-rule-on') {
    await recordSecurityEvent(tx, deps, { ...change, kind, now });
    return;
  }
  const link = await makeStopLink(tx, deps, { personId: change.personId, now });
  await recordSecurityEvent(tx, deps, {
    ...change,
    kind,
    now,
    notice: { template: `notice-${kind}`, values: toWire({ at: now, link }) },
  });
}
