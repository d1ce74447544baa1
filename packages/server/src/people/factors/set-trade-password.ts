import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { ApiSession } from '../../platform/api-context.ts';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { type IdentityDeps, listContacts, recordSecurityEvent, tradePasswordCost } from '../accounts/public.ts';
import { spendCode } from '../codes/public.ts';
import { makeStopLink } from '../safeguards/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { findTradePasswordHash, insertTradePassword } from './factor-store.ts';
import { holdAfterSetUp, proveAgain, type Again } from './prove-again.ts';
import { checkTradePassword } from './trade-password-rules.ts';

/** Sets the first trade password of the signed-in person. Throws the contract's problems. */
export async function setTradePassword(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'hasher' | 'keys' | 'alert'>,
  input: Again & {
    readonly session: ApiSession;
    readonly tradePassword: string;
    readonly origin: RequestOrigin;
  },
): Promise<void> {
  const { personId } = input.session;
  const db = deps.db.kysely;
  if ((await findTradePasswordHash(db, personId)) !== undefined) throw problem('TRADE_PASSWORD_ALREADY_SET');
  const phones = (await listContacts(db, personId)).filter(({ kind }) => kind === 'phone').map(({ value }) => value);
  checkTradePassword(input.tradePassword, phones);
  const code = await proveAgain(deps, { ...input, purpose: 'set-trade-password' });
  const hash = await deps.hasher.hash(input.tradePassword, input.session.personId, tradePasswordCost);

  await changeAccount(deps.db, input.session, async (tx) => {
    const now = deps.clock.now();
    await spendCode(tx, code, now);
    if (!(await insertTradePassword(tx, personId, hash, now))) throw problem('TRADE_PASSWORD_ALREADY_SET');
    await holdAfterSetUp(tx, deps, input.session);
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: 'trade-password-set',
      origin: input.origin,
      now,
      notice: {
        template: 'notice-trade-password-set',
        values: toWire({ at: now, link: await makeStopLink(tx, deps, { personId, now }) }),
      },
    });
    await notifyPeople(tx, [{ personId, topic: 'account' }]);
  });
}
