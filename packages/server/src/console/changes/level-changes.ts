import type { OperatorId, PersonId } from '@tern/base/ids';
import type { ChangeContent, LevelLimitsContent, PersonLevelContent } from '@tern/contracts/routes/console-changes';
import type { DbReader, DbTx } from '@tern/db/database';
import { usdtDecimals } from '@tern/money/asset';
import { parseAmount } from '@tern/money/parse-amount';
import { findPeopleByNumber, lockPeople } from '../../people/accounts/public.ts';
import {
  findStanding,
  insertDecision,
  insertLimits,
  isDayFarEnough,
  listDecisions,
  listLimits,
  lockLimits,
  type LevelLimit,
} from '../../people/levels/public.ts';
import { refuseOwnAccount } from '../../people/operators/public.ts';
import { listTermsAhead } from '../../people/terms/public.ts';
import { isMinimumAboveLevel } from './is-minimum-above-level.ts';

export type LevelContent = LevelLimitsContent | PersonLevelContent;
type LevelRefusal =
  | 'changed-meanwhile'
  | 'already-so'
  | 'no-such-person'
  | 'no-levels'
  | 'level-ends-soon'
  | 'minimum-above-level';
type Outcome = { readonly countsFrom?: Date | undefined } | { readonly refusal: LevelRefusal };

/** Why limits of levels, or a person's level, could not be changed as things are; undefined where they could. */
export async function checkLevelChange(db: DbReader, content: LevelContent): Promise<LevelRefusal | undefined> {
  return content.kind === 'level-limits' ? await checkLimits(db, content) : (await findDecided(db, content)).refusal;
}

/** Changes what two operators decided in the change `id`; from when on it counts, or why it could not be changed. */
export async function carryOutLevelChange(
  tx: DbTx,
  content: LevelContent,
  { id: changeId }: { readonly id: string },
): Promise<Outcome> {
  if (content.kind === 'level-limits') {
    await lockLimits(tx);
    const refusal = await checkLimits(tx, content);
    if (refusal !== undefined) return { refusal };
    const limits = content.limits.map(readLimit);
    return { countsFrom: await insertLimits(tx, { version: content.after + 1, limits, changeId }) };
  }
  // Found again under the lock: an account may have been closed, or another level decided, by who held it before.
  await lockPeople(tx, await findPeopleByNumber(tx, [content.person]));
  const { refusal, personId } = await findDecided(tx, content);
  if (personId === undefined || refusal !== undefined) return { refusal: refusal ?? 'no-such-person' };
  const { level, reference, until } = content;
  return { countsFrom: await insertDecision(tx, { personId, level, reference, until, changeId }) };
}

/** Whether it is the level of the operator, or of somebody close to them, in which case the try is kept. */
export async function refuseOwnLevel(
  tx: DbTx,
  content: ChangeContent,
  by: { readonly operatorId: OperatorId; readonly subject: string },
): Promise<boolean> {
  const personIds = content.kind === 'person-level' ? await findPeopleByNumber(tx, [content.person]) : [];
  return personIds.length > 0 && (await refuseOwnAccount(tx, { ...by, personIds }));
}

function readLimit(typed: string | null): LevelLimit {
  const read = typed === null ? undefined : parseAmount(typed, usdtDecimals);
  return read === undefined || 'fault' in read ? null : read.units;
}

async function checkLimits(db: DbReader, { after, limits }: LevelLimitsContent): Promise<LevelRefusal | undefined> {
  const last = (await listLimits(db)).versions.at(-1);
  if ((last?.version ?? 0) !== after) return 'changed-meanwhile';
  const wanted = limits.map(readLimit);
  const before = last?.limits ?? [];
  if (wanted.length === before.length && wanted.every((limit, level) => limit === before[level])) return 'already-so';
  const minimums = (await listTermsAhead(db)).map(({ sending }) => sending.minimums);
  return (await isMinimumAboveLevel(db, { limits: wanted, minimums })) ? 'minimum-above-level' : undefined;
}

async function findDecided(
  db: DbReader,
  { person, level, until }: PersonLevelContent,
): Promise<{ readonly personId?: PersonId; readonly refusal?: LevelRefusal }> {
  const [found] = await findPeopleByNumber(db, [person]);
  if (found === undefined) return { refusal: 'no-such-person' };
  const { versions, now } = await listLimits(db);
  if ((versions.at(-1)?.limits ?? []).length === 0) return { refusal: 'no-levels' };
  if (until !== null && !(await isDayFarEnough(db, until))) return { refusal: 'level-ends-soon' };
  const decisions = (await listDecisions(db, [found])).get(found) ?? [];
  const standing = findStanding({ versions, decisions }, now);
  const isSo =
    standing.level === level &&
    standing.until === null &&
    until === null &&
    !decisions.some(({ fromAt }) => fromAt > now);
  return isSo ? { refusal: 'already-so' } : { personId: found };
}
