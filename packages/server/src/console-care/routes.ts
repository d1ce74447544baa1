import { implement } from '@orpc/server';
import type { PersonId } from '@tern/base/ids';
import { consoleContract } from '@tern/contracts/console-contract';
import { problem } from '@tern/contracts/problem';
import type { CareView } from '@tern/contracts/routes/console-care';
import type { Database } from '@tern/db/database';
import { unitsToWire } from '@tern/money/units';
import { askForDecision, proveDecision, type ConsoleAccessDeps } from '../console-access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { decideFactorReset, getPerson, listContacts, listWaitingResets, phoneCountriesOf } from '../identity/public.ts';
import { findDeclaredCountry } from '../preferences/public.ts';
import { decideBonus, listWaitingBonuses } from '../promotions/public.ts';

const shownMax = 100;
const bonusAction = 'care.decideBonus';
const resetAction = 'care.decideReset';

/** What waits for an operator and is about one person: held bonuses, and people who have lost every factor. */
export function consoleCareRouter(deps: ConsoleAccessDeps) {
  const { db } = deps;
  const os = implement(consoleContract.care).$context<ConsoleContext>();
  const publicIdOf = async (id: string): Promise<string> => (await getPerson(db.kysely, id as PersonId)).publicId;
  return os.router({
    listCare: os.listCare.use(requireOperator).handler(() => showCare(db)),
    askBonus: os.askBonus.use(requireOperator).handler(async ({ input: content, context: { session } }) => {
      const shown = { person: await publicIdOf(content.id) };
      return askForDecision(deps, { session, decision: { action: bonusAction, content, shown } });
    }),
    decideBonus: os.decideBonus
      .use(requireOperator)
      .handler(async ({ input: { said, proof }, context: { session } }) => {
        const { operatorId } = session;
        const personId = said.id as PersonId;
        await proveDecision(deps, {
          session,
          decision: { action: bonusAction, content: said },
          subject: said.id,
          proof,
        });
        const outcome = await decideBonus(db, { ...said, personId, operatorId });
        if (outcome === 'decided') return { outcome: 'done' as const };
        throw outcome === 'not-found' ? problem('NOT_FOUND') : problem('DECISION_REFUSED', { reason: outcome });
      }),
    askReset: os.askReset
      .use(requireOperator)
      .handler(({ input: content, context: { session } }) =>
        askForDecision(deps, { session, decision: { action: resetAction, content, shown: {} } }),
      ),
    decideReset: os.decideReset
      .use(requireOperator)
      .handler(async ({ input: { said, proof }, context: { session } }) => {
        const { operatorId } = session;
        await proveDecision(deps, {
          session,
          decision: { action: resetAction, content: said },
          subject: said.id,
          proof,
        });
        const input = { resetId: said.id, operatorId, decision: said.decision, reason: said.note };
        const outcome = await decideFactorReset(db, input);
        if (outcome === 'approved' || outcome === 'refused') return { outcome: 'done' as const };
        if (outcome === 'second-operator-needed') return { outcome };
        throw outcome === 'not-found' ? problem('NOT_FOUND') : problem('DECISION_REFUSED', { reason: outcome });
      }),
  });
}

async function showCare(db: Database): Promise<CareView> {
  const [bonuses, resets] = await Promise.all([
    listWaitingBonuses(db.kysely, { state: 'review', limit: shownMax }),
    listWaitingResets(db.kysely, shownMax),
  ]);
  const publicIdOf = async (id: PersonId): Promise<string> => (await getPerson(db.kysely, id)).publicId;
  return {
    bonuses: await Promise.all(
      bonuses.map(async ({ personId, amount, sourceAddress, accountsOfSource, createdAt }) => ({
        personId,
        declaredCountry: (await findDeclaredCountry(db.kysely, personId))?.country ?? null,
        phoneCountries: (await listContacts(db.kysely, personId)).flatMap(phoneCountriesOf),
        publicId: await publicIdOf(personId),
        amount: unitsToWire(amount),
        sourceAddress,
        accountsOfSource,
        since: createdAt.toISOString(),
      })),
    ),
    resets: await Promise.all(
      resets.map(async ({ id, personId, startedAt, readyAt, approvals }) => ({
        id,
        personId,
        publicId: await publicIdOf(personId),
        startedAt: startedAt.toISOString(),
        readyAt: readyAt.toISOString(),
        approvals,
      })),
    ),
  };
}
