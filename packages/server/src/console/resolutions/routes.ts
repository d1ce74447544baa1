import { implement } from '@orpc/server';
import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { consoleContract } from '@tern/contracts/console-contract';
import { problem } from '@tern/contracts/problem';
import type { BonusStep, ResolutionsView, ResetStep } from '@tern/contracts/routes/console-resolutions';
import type { Database } from '@tern/db/database';
import { decideBonus, listWaitingBonuses } from '../../money/promotions/public.ts';
import { getPerson, listContacts, phoneCountriesOf } from '../../people/accounts/public.ts';
import { findDeclaredCountry } from '../../people/preferences/public.ts';
import { decideFactorReset, listResetDecisions, listWaitingResets } from '../../people/recovery/public.ts';
import { joinCursors, splitCursor } from '../../platform/joined-cursor.ts';
import { readPart } from '../../platform/read-page.ts';
import { nameOperators, signedAction, tellEarlier, type ConsoleAccessDeps } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { describeBonus, describeReset } from './describe-resolution.ts';
import { findResetStakes } from './find-reset-stakes.ts';

const pageRows = 50;

/** What waits for an operator and is about one person: held bonuses, and people who have lost every factor. */
export function consoleResolutionsRouter(deps: ConsoleAccessDeps) {
  const { db } = deps;
  const os = implement(consoleContract.resolutions).$context<ConsoleContext>();
  const bonus = signedAction(deps, {
    describe: (said: BonusStep) => describeBonus(db, said),
    act: async (said, { operatorId }) => {
      const outcome = await decideBonus(db, { ...said, personId: said.id, operatorId });
      if (outcome === 'decided') return { outcome: 'done' as const };
      throw outcome === 'not-found' ? problem('NOT_FOUND') : problem('DECISION_REFUSED', { reason: outcome });
    },
  });
  const reset = signedAction(deps, {
    describe: (said: ResetStep) => describeReset(db, said),
    act: async (said, { operatorId }) => {
      const input = { resetId: said.id, operatorId, decision: said.decision, reason: said.note };
      const outcome = await decideFactorReset(db, input);
      if (outcome === 'approved' || outcome === 'refused') return { outcome: 'done' as const };
      if (outcome === 'second-operator-needed') return { outcome };
      throw outcome === 'not-found' ? problem('NOT_FOUND') : problem('DECISION_REFUSED', { reason: outcome });
    },
  });
  return os.router({
    listResolutions: os.listResolutions.use(requireOperator).handler(({ input }) => showResolutions(db, input.after)),
    askBonus: os.askBonus.use(requireOperator).handler(bonus.ask),
    decideBonus: os.decideBonus.use(requireOperator).handler(bonus.carryOut),
    askReset: os.askReset.use(requireOperator).handler(reset.ask),
    decideReset: os.decideReset.use(requireOperator).handler(reset.carryOut),
  });
}

async function showResolutions(db: Database, cursor: string | undefined): Promise<ResolutionsView> {
  const [bonusesAfter, resetsAfter] = splitCursor(cursor, 2);
  const [{ page: bonuses, next: nextBonuses }, { page: resets, next: nextResets }] = await Promise.all([
    readPart({ size: pageRows, after: bonusesAfter }, (page) =>
      listWaitingBonuses(db.kysely, { state: 'review', ...page }),
    ),
    readPart({ size: pageRows, after: resetsAfter }, (page) => listWaitingResets(db.kysely, page)),
  ]);
  const ids = resets.map(({ id }) => id);
  const [decisions, nameOf] = await Promise.all([listResetDecisions(db.kysely, ids), nameOperators(db)]);
  const publicIdOf = async (id: PersonId): Promise<string> => (await getPerson(db.kysely, id)).publicId;
  return {
    next: joinCursors([nextBonuses, nextResets]),
    more: { bonuses: nextBonuses !== null, resets: nextResets !== null },
    bonuses: await Promise.all(
      bonuses.map(async ({ personId, amount, sourceAddress, accountsOfSource, createdAt }) =>
        toWire({
          personId,
          declaredCountry: (await findDeclaredCountry(db.kysely, personId))?.country ?? null,
          phoneCountries: (await listContacts(db.kysely, personId)).flatMap(phoneCountriesOf),
          publicId: await publicIdOf(personId),
          amount,
          sourceAddress,
          accountsOfSource,
          since: createdAt,
        }),
      ),
    ),
    resets: await Promise.all(
      resets.map(async ({ id, personId, startedAt, readyAt, approvals }) =>
        toWire({
          id,
          personId,
          publicId: await publicIdOf(personId),
          startedAt,
          readyAt,
          approvals,
          ...(await findResetStakes(db.kysely, personId)),
          earlier: tellEarlier(
            decisions.filter(({ resetId }) => resetId === id),
            nameOf,
          ),
        }),
      ),
    ),
  };
}
