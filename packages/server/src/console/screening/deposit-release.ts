import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { DepositReleaseInput } from '@tern/contracts/routes/console-screening';
import type { Database } from '@tern/db/database';
import { releaseDeposit } from '../../money/deposits/public.ts';
import { getPerson } from '../../people/accounts/public.ts';
import { findDepositCase, sayFound } from '../../people/screening/public.ts';
import { signedAction, type ConsoleAccessDeps, type Decision } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';

/** One operator's decision that a held deposit can be used. What would be refused in the end is refused before it is signed. */
export function depositRelease(deps: ConsoleAccessDeps) {
  return signedAction(deps, {
    describe: (said: DepositReleaseInput, session) => describeRelease(deps.db, said, session),
    act: async ({ id, note }, { operatorId }) => {
      const outcome = await releaseDeposit(deps.db, { depositId: id, operatorId, note });
      if (outcome === 'not-found') throw problem('NOT_FOUND');
      if (outcome !== 'released') throw problem('DECISION_REFUSED', { reason: outcome });
      return {};
    },
  });
}

/** The release as it is signed, with who sent how much to whom and all that was found. Throws `NOT_FOUND`. */
async function describeRelease(db: Database, said: DepositReleaseInput, { name }: ConsoleSession): Promise<Decision> {
  const held = await findDepositCase(db.kysely, said.id);
  if (held === undefined) throw problem('NOT_FOUND');
  if (held.outcome !== null) throw problem('DECISION_REFUSED', { reason: 'not-open' });
  const { publicId } = await getPerson(db.kysely, held.personId);
  return toWire({
    action: 'screening.releaseDeposit',
    content: said,
    facts: {
      asset: held.assetId,
      amount: held.amount,
      about: [
        { as: 'person', name: publicId },
        { as: 'sender', name: held.address },
        { as: 'arrived-at', name: held.toAddress },
      ],
      author: { by: 'operator', name },
      reason: { said: said.note },
      earlier: { none: 'one-decides' },
      details: [
        ...held.evidence.map((found) => ({ name: 'listing', text: sayFound(found) }) as const),
        { name: 'hold-reason', text: held.reason },
        { name: 'transaction', text: held.txId },
        { name: 'until', at: held.until },
      ],
    },
  });
}
