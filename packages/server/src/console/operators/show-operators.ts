import { toWire } from '@tern/base/to-wire';
import { decidedShown } from '@tern/contracts/decided-shown';
import type { OperatorsView } from '@tern/contracts/routes/console-operators';
import { listBreakGlass, listCustodians } from '../../people/operators/public.ts';
import type { ConsoleAccessDeps } from '../access/public.ts';
import { toChangeView, toRowView } from './operator-views.ts';
import { selectChanges, selectOperatorRows } from './operators-store.ts';

/** Who the operators are, what each role may do, what is proposed or was decided, and the way in for emergencies. */
export async function showOperators({
  db,
  clock,
  rights,
}: Pick<ConsoleAccessDeps, 'db' | 'clock'> & { readonly rights: OperatorsView['rights'] }): Promise<OperatorsView> {
  const [operators, changes, custodians, breakGlass] = await Promise.all([
    selectOperatorRows(db.kysely, { now: clock.now() }),
    selectChanges(db.kysely, decidedShown),
    listCustodians(db.kysely),
    listBreakGlass(db.kysely),
  ]);
  return toWire({
    operators: operators.map(toRowView),
    rights: [...rights],
    changes: changes.map(toChangeView),
    custodians: custodians.map(({ name, madeAt }) => ({ name, since: madeAt })),
    breakGlass: [...breakGlass],
  });
}
