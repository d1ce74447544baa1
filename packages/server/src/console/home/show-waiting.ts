import type { OperatorId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import type { WaitingKind, WaitingView } from '@tern/contracts/routes/console-home';
import type { Database } from '@tern/db/database';
import { findFirstSteps, type FirstStepSettings } from '../../house/first-steps/public.ts';
import { countStuckOrders } from '../../house/treasury/public.ts';
import { countStuckPayouts, listSendingPauses } from '../../money/payouts/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { selectWaiting, standingKinds, type WaitingRow } from './waiting-store.ts';

export type WaitingDeps = FirstStepSettings & {
  readonly db: Database;
  /** Who may decide each kind, as the matrix of roles has it. */
  readonly rolesOf: Readonly<Record<WaitingKind, readonly OperatorRole[]>>;
};

/** What an operator who came in by break-glass may decide at once. */
const withoutMoney: ReadonlySet<WaitingKind> = new Set(['announcements', 'operators']);
/** What is decided without a signature, for which the key counts that opened the session; elsewhere that which signs. */
const unsigned: ReadonlySet<WaitingKind> = new Set(['entries']);

/** All that waits, by kind, and how much of it the operator who asks may decide now. The badges of the console say the same. */
export async function showWaiting(
  deps: WaitingDeps,
  session: Pick<ConsoleSession, 'operatorId' | 'role' | 'decidesMoneyFrom' | 'keyDecidesMoneyFrom'>,
): Promise<WaitingView> {
  const [{ rows, now }, standing] = await Promise.all([
    selectWaiting(deps.db.kysely, session.operatorId),
    listStanding(deps, session.operatorId),
  ]);
  const all: readonly WaitingRow[] = [...rows, ...standing];
  return toWire({
    kinds: all.map(({ oldest, began, due, free, ...row }) => {
      const roles = deps.rolesOf[row.kind];
      const waitsUntil = (from: Date | null): boolean => from !== null && now < from;
      const isHeldUp =
        (waitsUntil(session.decidesMoneyFrom) && !withoutMoney.has(row.kind)) ||
        (waitsUntil(session.keyDecidesMoneyFrom) && unsigned.has(row.kind));
      const mayDecide = roles.includes(session.role) && !isHeldUp;
      return {
        ...row,
        mine: mayDecide ? free : 0,
        roles: [...roles],
        oldest,
        began,
        due,
      };
    }),
    now,
  });
}

/** What does not go on by itself, as its own pages judge it. */
async function listStanding(deps: WaitingDeps, me: OperatorId): Promise<readonly WaitingRow[]> {
  const { db } = deps;
  const [payouts, pauses, orders, { steps }] = await Promise.all([
    countStuckPayouts(db.kysely, me),
    listSendingPauses(db.kysely),
    countStuckOrders(db.kysely),
    findFirstSteps(db.kysely, deps),
  ]);
  const rows: Readonly<
    Record<(typeof standingKinds)[number], Pick<WaitingRow, 'items' | 'oldest'> & Partial<Pick<WaitingRow, 'free'>>>
  > = {
    'stuck-payouts': payouts,
    'stuck-orders': {
      items: orders.items + pauses.length,
      oldest: eldest([orders.oldest, ...pauses.map(({ startedAt }) => startedAt)]),
    },
    'first-steps': { items: steps.filter(({ state }) => state === 'open').length, oldest: null },
  };
  return standingKinds.map((kind) => {
    const { items, free = items, oldest } = rows[kind];
    return { kind, items, free, oldest, began: oldest, due: null, dueIs: null, first: null };
  });
}

function eldest(times: readonly (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : new Date(Math.min(...known.map((time) => time.getTime())));
}
