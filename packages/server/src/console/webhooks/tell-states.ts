import type { OperatorId } from '@tern/base/ids';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import type { WebhookKind } from '@tern/contracts/routes/console-changes';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { measureState, type MeasureStateDeps } from '../../house/metrics/public.ts';
import { listProcesses } from '../../house/processes/public.ts';
import { canonicalJson } from '../../platform/idempotency/public.ts';
import { listWebhooks } from '../../platform/webhooks/public.ts';
import { findAlarms, showWaiting, toldSamples, type WaitingDeps } from '../home/public.ts';
import { deleteToldState, emitEvent, keepToldState, lockToldStates, type ToldState } from './webhook-states-store.ts';

async function isTold(db: Database, kind: WebhookKind): Promise<boolean> {
  return (await listWebhooks(db.kysely)).some(({ state, kinds }) => state === 'active' && kinds.includes(kind));
}

/** Tells other systems which alarms of the console's first page began and ended since it was last asked. Returns how many. */
export async function tellAlarms(deps: MeasureStateDeps): Promise<number> {
  if (!(await isTold(deps.db, 'alarms'))) return 0;
  const [state, processes] = await Promise.all([measureState(deps), listProcesses(deps.db.kysely)]);
  const samples = [...state, ...toldSamples(processes)];
  // Without the database nobody can be told, and what cannot be measured has not ended.
  if (samples.some(({ name, value }) => name === 'wallet_database_up' && value === 0)) return 0;
  const now = findAlarms(samples).map(({ alarm, about }) => ({
    subject: `alarm:${alarm}`,
    data: { alarm, about: [...about] },
  }));
  return await transact(deps.db, async (tx) => {
    const told = await lockToldStates(tx, 'alarm:');
    const began = now.filter(({ subject }) => !told.some((state) => state.subject === subject));
    const ended = told.filter(({ subject }) => !now.some((alarm) => alarm.subject === subject));
    for (const alarm of began) {
      await keepToldState(tx, alarm);
      await emitEvent(tx, { kind: 'alarms', type: 'alarm.began', ...alarm });
    }
    for (const { subject, data } of ended) {
      await deleteToldState(tx, subject);
      await emitEvent(tx, { kind: 'alarms', type: 'alarm.ended', subject, data });
    }
    return began.length + ended.length;
  });
}

const tellingRoles = ['reviewer', 'treasurer', 'administrator'] as const satisfies readonly OperatorRole[];
/** Of nobody: what waits for a role waits for whoever has it. */
const nobody = '00000000-0000-4000-8000-000000000000' as OperatorId;

/** Tells other systems how much waits for each role, whenever that has changed. Returns how many roles. */
export async function tellWaiting(deps: WaitingDeps): Promise<number> {
  if (!(await isTold(deps.db, 'waiting'))) return 0;
  const states: ToldState[] = [];
  for (const role of tellingRoles) {
    const { kinds } = await showWaiting(deps, {
      operatorId: nobody,
      role,
      decidesMoneyFrom: null,
      keyDecidesMoneyFrom: null,
    });
    const waiting = kinds.filter(({ mine }) => mine > 0).map(({ kind, mine: items }) => ({ kind, items }));
    states.push({ subject: `role:${role}`, data: { role, waiting } });
  }
  return await transact(deps.db, async (tx) => {
    const told = new Map(
      (await lockToldStates(tx, 'role:')).map(({ subject, data }) => [subject, canonicalJson(data)]),
    );
    const changed = states.filter(({ subject, data }) => told.get(subject) !== canonicalJson(data));
    for (const state of changed) {
      await keepToldState(tx, state);
      await emitEvent(tx, { kind: 'waiting', type: 'waiting.changed', ...state });
    }
    return changed.length;
  });
}
