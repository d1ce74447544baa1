import type { OperatorChangeView, OperatorsView } from '@tern/contracts/routes/console-operators';
import { listBreakGlass, listCustodians } from '../../people/operators/public.ts';
import type { ConsoleAccessDeps } from '../access/public.ts';
import { selectChanges, selectOperatorRows, type OperatorChange } from './operators-store.ts';

const changesShown = 50;

/** Who the operators are, what is proposed or was decided about them, and the way in for emergencies. */
export async function showOperators({ db, clock }: Pick<ConsoleAccessDeps, 'db' | 'clock'>): Promise<OperatorsView> {
  const [operators, changes, custodians, breakGlass] = await Promise.all([
    selectOperatorRows(db.kysely, clock.now()),
    selectChanges(db.kysely, changesShown),
    listCustodians(db.kysely),
    listBreakGlass(db.kysely),
  ]);
  return {
    operators: operators.map(({ since, disabledAt, lastSeenAt, invitedUntil, ...operator }) => ({
      ...operator,
      since: since.toISOString(),
      disabledAt: disabledAt?.toISOString() ?? null,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      invitedUntil: invitedUntil?.toISOString() ?? null,
    })),
    changes: changes.map(toView),
    custodians: custodians.map(({ name, madeAt }) => ({ name, since: madeAt.toISOString() })),
    breakGlass: [...breakGlass],
  };
}

function toView({ proposedAt, decidedAt, ...change }: OperatorChange): OperatorChangeView {
  return { ...change, proposedAt: proposedAt.toISOString(), decidedAt: decidedAt?.toISOString() ?? null };
}
