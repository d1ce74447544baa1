import type { OperatorRole } from '@tern/contracts/routes/console-access';
import type { WaitingKind, WaitingView } from '@tern/contracts/routes/console-home';
import type { Database } from '@tern/db/database';
import { findFirstSteps, type FirstStepSettings } from '../../house/first-steps/public.ts';
import { listStuckOrders } from '../../house/treasury/public.ts';
import { listStuckPayouts } from '../../money/payouts/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { selectWaiting, standingKinds, type WaitingRow } from './waiting-store.ts';

export type WaitingDeps = FirstStepSettings & {
  readonly db: Database;
  /** Who may decide each kind, as the matrix of roles has it. */
  readonly rolesOf: Readonly<Record<WaitingKind, readonly OperatorRole[]>>;
};

/** What an operator who came in by break-glass may decide at once. */
const withoutMoney: ReadonlySet<WaitingKind> = new Set(['announcements', 'operators']);

/** All that waits, by kind, and how much of it the operator who asks may decide now. The badges of the console say the same. */
export async function showWaiting(
  deps: WaitingDeps,
  session: Pick<ConsoleSession, 'operatorId' | 'role' | 'decidesMoneyFrom'>,
): Promise<WaitingView> {
  const [{ rows, now }, standing] = await Promise.all([
    selectWaiting(deps.db.kysely, session.operatorId),
    listStanding(deps),
  ]);
  const all: readonly WaitingRow[] = [...rows, ...standing.map((row) => agedFrom(row, now))];
  return {
    kinds: all.map(({ oldest, began, due, free, ...row }) => {
      const roles = deps.rolesOf[row.kind];
      const isWaitingForMoney = session.decidesMoneyFrom !== null && now < session.decidesMoneyFrom;
      const mayDecide = roles.includes(session.role) && (!isWaitingForMoney || withoutMoney.has(row.kind));
      return {
        ...row,
        mine: mayDecide ? free : 0,
        roles: [...roles],
        oldest: oldest?.toISOString() ?? null,
        began: began?.toISOString() ?? null,
        due: due?.toISOString() ?? null,
      };
    }),
    now: now.toISOString(),
  };
}

type Standing = {
  readonly kind: (typeof standingKinds)[number];
  readonly items: number;
  readonly oldest: Date | null;
  readonly oldestMinutes: number | null;
};

/** What does not go on by itself, as its own pages judge it. */
async function listStanding(deps: WaitingDeps): Promise<readonly Standing[]> {
  const { db } = deps;
  const [{ payouts, pauses }, orders, { steps }] = await Promise.all([
    listStuckPayouts(db),
    listStuckOrders(db),
    findFirstSteps(db.kysely, deps),
  ]);
  // A review that is late is among the withdrawals to review.
  const stuck = payouts.filter(({ state }) => state !== 'under-review');
  const rows: Readonly<Record<Standing['kind'], Omit<Standing, 'kind'>>> = {
    'stuck-payouts': { items: stuck.length, ...eldest(stuck.map(({ since }) => since)), oldestMinutes: null },
    'stuck-orders': {
      items: orders.length + pauses.length,
      ...eldest(pauses.map(({ startedAt }) => startedAt)),
      oldestMinutes: orders.length === 0 ? null : Math.max(...orders.map(({ minutesInState }) => minutesInState)),
    },
    'first-steps': {
      items: steps.filter(({ state }) => state === 'open').length,
      oldest: null,
      oldestMinutes: null,
    },
  };
  return standingKinds.map((kind) => ({ kind, ...rows[kind] }));
}

function eldest(times: readonly Date[]): { readonly oldest: Date | null } {
  return { oldest: times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime()))) };
}

function agedFrom({ kind, items, oldest, oldestMinutes }: Standing, now: Date): WaitingRow {
  const byMinutes = oldestMinutes === null ? null : new Date(now.getTime() - oldestMinutes * 60_000);
  const since = [oldest, byMinutes].filter((time) => time !== null);
  const first = since.length === 0 ? null : new Date(Math.min(...since.map((time) => time.getTime())));
  return { kind, items, free: items, oldest: first, began: first, due: null, dueIs: null, first: null };
}
