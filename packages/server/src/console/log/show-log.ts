import { isUuid } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { AboutView, ActionView, LogFilter } from '@tern/contracts/routes/console-log';
import { aboutSubjects, type About } from './about-store.ts';
import { findLog, type LogDeps, type SearchedAs } from './find-log.ts';

/** A page of the log with what each row is about; `next` is the number of its last row, null at the end. */
export async function showLog(
  deps: LogDeps,
  { filter, limit }: { readonly filter: LogFilter; readonly limit: number },
): Promise<{ actions: ActionView[]; searchedAs: SearchedAs | null; next: number | null }> {
  const { searchedAs, actions, next } = await findLog(deps, { filter, limit });
  const ids = [...new Set(actions.map(({ subject }) => subject))].filter(isUuid);
  const { rows } = ids.length === 0 ? { rows: [] } : await aboutSubjects(ids).execute(deps.db);
  const about = new Map(rows.map((row) => [row.id, row]));
  return toWire({
    actions: actions.map(({ seq, operatorName: operator, kind, subject, details, at, hash }) => ({
      ...{ seq, operator, kind, subject, hash },
      about: toView(about.get(subject)),
      details: JSON.stringify(details),
      at,
    })),
    searchedAs,
    next: next ?? null,
  });
}

function toView(found: About | undefined): AboutView | null {
  if (found === undefined) return null;
  const { of, person_id: id, public_id: publicId, asset_id: assetId, amount, name } = found;
  return { of, assetId, amount, name, person: id === null || publicId === null ? null : { id, publicId } };
}
