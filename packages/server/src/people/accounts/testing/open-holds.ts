import { systemClock, type Clock } from '@tern/base/clock';
import type { OperatorId, PersonId } from '@tern/base/ids';
import type { FreezeReason } from '@tern/contracts/problems/transfers';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { recordOperatorAction } from '../../operators/public.ts';
import { freezePerson, unfreezePerson } from '../freeze-person.ts';

type Held = { readonly personId: PersonId };

/** For tests: puts accounts on hold and ends it as this operator would in the console, whose login `asConsole` is. */
export function openHolds(
  asConsole: Database,
  { operatorId, clock = systemClock }: { readonly operatorId: OperatorId; readonly clock?: Clock },
) {
  return {
    putOnHold: ({ personId }: Held, reason: FreezeReason = 'suspected-fraud', days = 7) =>
      transact(asConsole, async (tx) => {
        await freezePerson(tx, { personId, reason, days, operatorId, now: clock.now() });
        await recordOperatorAction(tx, { operatorId, kind: 'person-frozen', subject: personId });
      }),
    endHold: ({ personId }: Held) =>
      transact(asConsole, async (tx) => {
        await unfreezePerson(tx, { personId, now: clock.now() });
        await recordOperatorAction(tx, { operatorId, kind: 'person-unfrozen', subject: personId });
      }),
  };
}
