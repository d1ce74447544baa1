import { toWire } from '@tern/base/to-wire';
import type { SwitchInput } from '@tern/contracts/routes/console-flows';
import type { Database } from '@tern/db/database';
import { selectStops } from '../../platform/flow-stops/public.ts';
import { nameOperators, type Decision } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';

/** Stopping a flow or letting it run as it is signed, with who stopped it and why where it stands. */
export async function describeSwitch(db: Database, said: SwitchInput, { name }: ConsoleSession): Promise<Decision> {
  const [stops, nameOf] = await Promise.all([selectStops(db.kysely), nameOperators(db)]);
  const stop = stops.find(({ flow }) => flow === said.flow);
  return toWire({
    action: 'flows.switchFlow',
    content: said,
    facts: {
      asset: { none: 'no-money' },
      amount: { none: 'no-money' },
      about: [{ as: 'flow', name: said.flow }],
      author: { by: 'operator', name },
      reason: { said: said.note },
      earlier:
        stop === undefined
          ? []
          : [
              {
                operator: nameOf(stop.stoppedBy),
                at: stop.stoppedAt,
                decision: 'stopped',
                said: stop.reason,
              },
            ],
      details: [],
    },
  });
}
