import type { Clock } from '@tern/base/clock';
import type { DistributionId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import { auditFileHours, type AuditDistributionView } from '@tern/contracts/routes/console-books';
import type { DbReader } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { listEndedDistributions, writeHistoriesFile } from '../../money/pool/public.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { awaitMoney } from '../access/public.ts';
import { selectAuditFiles } from '../changes/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import type { BooksDeps } from './books-deps.ts';
import { readBooks, type BooksReader } from './read-books.ts';
import { sendFile, type FileAnswer } from './send-file.ts';

const hourMs = 3_600_000;
const shown = 30;

/** Distributions, newest first, each with until when its file for an auditor may be taken. */
export async function listDistributions(
  books: BooksReader,
  { clock, before }: { readonly clock: Clock; readonly before: string | undefined },
): Promise<{ readonly distributions: AuditDistributionView[]; readonly next: string | null }> {
  const found = await listEndedDistributions(books, {
    before: before === undefined ? undefined : new Date(before),
    limit: shown + 1,
  });
  const allowed = await selectAuditFiles(
    books,
    found.map(({ id }) => id),
  );
  const page = found.slice(0, shown);
  return toWire({
    distributions: page.map(({ id, startsAt, endsAt, holders, root }) => ({
      ...{ id, holders, root, startsAt, endsAt },
      allowedUntil: openUntil(allowed.get(id), clock) ?? null,
    })),
    next: (found.length > shown ? page.at(-1)?.endsAt : undefined) ?? null,
  });
}

/**
 * How everybody's balance went in the period of a distribution, for an auditor. That somebody took it is a row of the log. Throws
 * `DECISION_REFUSED` unless two operators said so within the last day, and for who came in by break-glass in the last days.
 */
export async function takeAuditFile(
  deps: BooksDeps,
  { session, id }: { readonly session: ConsoleSession; readonly id: DistributionId },
): Promise<FileAnswer> {
  awaitMoney(deps, session);
  await transact(deps.db, async (tx) => {
    await requireAllowed(tx, deps.clock, id);
    await recordOperatorAction(tx, {
      operatorId: session.operatorId,
      kind: 'audit-file-taken',
      subject: id,
    });
  });
  const file = { name: `histories-${id}.jsonl`, type: 'application/jsonl; charset=utf-8' };
  return sendFile(
    file,
    writeHistoriesFile((work) => readBooks(deps.db, work), id),
    deps.onFault,
  );
}

async function requireAllowed(db: DbReader, clock: Clock, id: DistributionId): Promise<void> {
  const decidedAt = (await selectAuditFiles(db, [id])).get(id);
  if (openUntil(decidedAt, clock) === undefined) throw problem('DECISION_REFUSED', { reason: 'two-operators-first' });
}

function openUntil(decidedAt: Date | undefined, clock: Clock): Date | undefined {
  if (decidedAt === undefined) return undefined;
  const until = new Date(decidedAt.getTime() + auditFileHours * hourMs);
  return until.getTime() > clock.nowMs() ? until : undefined;
}
