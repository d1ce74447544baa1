import type { OperatorId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { ChangeContent } from '@tern/contracts/routes/console-changes';
import { termDecimals, termNames, termRules, type TermName } from '@tern/contracts/terms';
import type { DbReader, DbTx } from '@tern/db/database';
import { isCheckViolation } from '@tern/db/violations';
import { parseAmount } from '@tern/money/parse-amount';
import { findWindow, insertTerms, selectLastTerms } from './terms-store.ts';
import type { TermValues } from './terms.ts';

/** A change of the terms as it was proposed. */
export type TermsContent = Extract<ChangeContent, { readonly kind: 'terms' }>;

/** Values that change, in base units; of the version `after`, from `from` on or as early as they may. */
export type TermsChange = {
  readonly after: number;
  readonly values: Partial<TermValues>;
  readonly from: Date | null;
};

/** Whether an installation could run with these terms: none contradicts another or what activation asks for. */
export type AreTermsValid = (values: TermValues) => boolean;

/** No share is more than the whole; a margin may at most double what the network costs. */
const largest = { percent: 100n, 'basis-points': 10_000n } as const;

/** The change as it will be carried out, or why it can never be. Pure. */
export function readTermsChange({
  after,
  values,
  from,
}: TermsContent): TermsChange | { readonly fault: 'term-invalid' } {
  const read: Partial<Record<TermName, bigint>> = {};
  for (const name of termNames) {
    const typed = values[name];
    if (typed === undefined) continue;
    const { unit } = termRules[name];
    const amount = parseAmount(typed.trim(), termDecimals[unit]);
    if ('fault' in amount) return { fault: 'term-invalid' };
    if ((unit === 'percent' || unit === 'basis-points') && amount.units > largest[unit])
      return { fault: 'term-invalid' };
    read[name] = amount.units;
  }
  return { after, values: read, from: from === null ? null : new Date(from) };
}

/**
 * The whole terms after a change. Throws `DECISION_REFUSED` where others were decided since it was proposed, where nothing
 * would change, where they contradict each other, or where it would take effect before its notice is over or in more than a
 * year.
 */
export async function planTerms(db: DbReader, areValid: AreTermsValid, change: TermsChange): Promise<TermValues> {
  const last = await selectLastTerms(db);
  if (last.version !== change.after) throw refused('changed-meanwhile');
  const values = { ...last.values, ...change.values };
  if (termNames.every((name) => values[name] === last.values[name])) throw refused('already-so');
  if (!areValid(values)) throw refused('terms-contradict');
  if (change.from === null) return values;
  const { earliest, latest } = await findWindow(db, values);
  if (change.from < earliest) throw refused('notice-too-short');
  if (change.from > latest) throw refused('too-far-ahead');
  return values;
}

/**
 * Decides on a change: the next version, published with this transaction. Returns from when on it is in force. Throws
 * `DECISION_REFUSED` as `planTerms`.
 */
export async function changeTerms(
  tx: DbTx,
  areValid: AreTermsValid,
  { change, ...by }: { readonly change: TermsChange; readonly changeId: string; readonly operatorId: OperatorId },
): Promise<Date> {
  const values = await planTerms(tx, areValid, change);
  try {
    return await insertTerms(tx, { values, from: change.from, ...by });
  } catch (error) {
    // The database's clock went on since they were planned.
    if (isCheckViolation(error, 'terms_notice_check')) throw refused('notice-too-short');
    throw error;
  }
}

function refused(reason: string) {
  return problem('DECISION_REFUSED', { reason });
}
