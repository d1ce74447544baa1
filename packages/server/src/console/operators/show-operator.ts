import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { OperatorDetailView, OperatorHistoryRow } from '@tern/contracts/routes/console-operators';
import { listBreakGlass } from '../../people/operators/public.ts';
import { readPage } from '../../platform/read-page.ts';
import type { ConsoleAccessDeps } from '../access/public.ts';
import { selectKeys } from './keys-store.ts';
import { findSession, selectHistory } from './operator-detail-store.ts';
import { toChangeView, toKeyView, toRowView } from './operator-views.ts';
import { findProposalAbout, selectOperatorRows, type OperatorRow } from './operators-store.ts';

type Deps = Pick<ConsoleAccessDeps, 'db' | 'clock'>;

const pageRows = 30;

/** One operator with keys, open session and what is proposed about them. Throws `NOT_FOUND`. */
export async function showOperator(deps: Deps, name: string): Promise<OperatorDetailView> {
  const { kysely } = deps.db;
  const row = await getRow(deps, name);
  const [keys, session, proposal, breakGlass] = await Promise.all([
    selectKeys(kysely, row.id),
    findSession(kysely, row.id),
    findProposalAbout(kysely, name),
    listBreakGlass(kysely),
  ]);
  return toWire({
    ...toRowView(row),
    keys: keys.map(toKeyView),
    session: session === undefined ? null : { since: session.since, seenAt: session.seenAt },
    proposal: proposal === undefined ? null : toChangeView(proposal),
    breakGlass: breakGlass.find((request) => request.name === name) ?? null,
  });
}

/** A page of what an operator did and what was done about them, newest first. Throws `NOT_FOUND`. */
export async function listOperatorHistory(
  deps: Deps,
  { name, before }: { readonly name: string; readonly before?: number | undefined },
): Promise<{ actions: OperatorHistoryRow[]; next: number | null }> {
  const { id: operatorId } = await getRow(deps, name);
  const { page, last } = await readPage(pageRows, (limit) =>
    selectHistory(deps.db.kysely, { operatorId, name, before, limit }),
  );
  return toWire({ actions: [...page], next: last?.seq ?? null });
}

async function getRow({ db, clock }: Deps, name: string): Promise<OperatorRow> {
  const [row] = await selectOperatorRows(db.kysely, { now: clock.now(), name });
  if (row === undefined) throw problem('NOT_FOUND');
  return row;
}
