import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { implement } from '@orpc/server';
import type { OperatorId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { consoleContract } from '@tern/contracts/console-contract';
import { problem } from '@tern/contracts/problem';
import type { ActivityStepInput } from '@tern/contracts/routes/console-activities';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { getAccountBalance } from '@tern/ledger/balances';
import { units } from '@tern/money/units';
import {
  closeActivity,
  findActivity,
  keepPicture,
  listAllActivities,
  publishActivity,
  readPicture,
  type PictureDeps,
} from '../../money/activities/public.ts';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { readPage } from '../../platform/read-page.ts';
import { nameOperators, signedAction, type ConsoleAccessDeps } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { digestOf, toCase, toRow } from './activity-views.ts';
import { describeStep } from './describe-step.ts';
import { saveDraft } from './save-draft.ts';

const pageRows = 50;

export type ConsoleActivitiesDeps = ConsoleAccessDeps &
  Pick<PictureDeps, 'pictures' | 'readPicture'> & {
    /** Where a picture is written down before it is read. */
    readonly incoming: string;
  };

export function consoleActivitiesRouter(deps: ConsoleActivitiesDeps) {
  const { db } = deps;
  const os = implement(consoleContract.activities).$context<ConsoleContext>();
  const step = signedAction(deps, {
    describe: (said: ActivityStepInput) => describeStep(db, said),
    act: async (said, { operatorId }) => {
      await takeStep(deps, said, operatorId);
      return {};
    },
  });
  return os.router({
    listActivities: os.listActivities.use(requireOperator).handler(async ({ input: { after } }) => {
      const [{ page, last }, nameOf, owned] = await Promise.all([
        readPage(pageRows, (limit) => listAllActivities(db.kysely, { after, limit })),
        nameOperators(db),
        ownedRewards(deps),
      ]);
      return { activities: page.map((activity) => toRow(activity, nameOf)), owned, next: last?.place ?? null };
    }),
    activity: os.activity.use(requireOperator).handler(async ({ input }) => {
      const found = await findActivity(db.kysely, input.id);
      if (found === undefined) throw problem('NOT_FOUND');
      return toCase(found.activity, await nameOperators(db));
    }),
    saveDraft: os.saveDraft.use(requireOperator).handler(async ({ input: { id, terms }, context: { session } }) => ({
      id: await saveDraft(deps, { operatorId: session.operatorId, id, terms }),
    })),
    keepSample: os.keepSample
      .use(requireOperator)
      .handler(({ input, context: { session } }) =>
        keepSample(deps, Buffer.from(input.base64, 'base64'), session.operatorId),
      ),
    sample: os.sample.use(requireOperator).handler(async ({ input }) => {
      const picture = await readPicture(deps, { as: 'operator' }, input.name);
      if (picture === undefined) throw problem('NOT_FOUND');
      return { base64: picture.toString('base64') };
    }),
    askActivityStep: os.askActivityStep.use(requireOperator).handler(step.ask),
    takeActivityStep: os.takeActivityStep.use(requireOperator).handler(step.carryOut),
  });
}

async function takeStep({ db }: ConsoleAccessDeps, said: ActivityStepInput, operatorId: OperatorId): Promise<void> {
  const activityId = said.id;
  const outcome =
    said.step === 'close'
      ? await closeActivity(db, { activityId, operatorId })
      : await publishActivity(db, { activityId, operatorId, isAsSeen: (found) => digestOf(found) === said.digest });
  if (outcome === 'published' || outcome === 'closed') return;
  throw outcome === 'not-found' ? problem('NOT_FOUND') : problem('DECISION_REFUSED', { reason: outcome });
}

/** The example goes the way of every picture: what is kept is made of its pixels. */
async function keepSample(
  deps: ConsoleActivitiesDeps,
  bytes: Buffer,
  operatorId: OperatorId,
): Promise<{ name: string }> {
  await mkdir(deps.incoming, { recursive: true, mode: 0o700 });
  const file = join(deps.incoming, randomBytes(16).toString('hex'));
  try {
    await writeFile(file, bytes, { flag: 'wx', mode: 0o600 });
    const { name } = await keepPicture(deps, file);
    await transact(deps.db, (tx) => recordOperatorAction(tx, { operatorId, kind: 'sample-kept', subject: name }));
    return { name };
  } finally {
    await rm(file, { force: true });
  }
}

/** Reward tokens that belong to the house, of which activities are funded. */
async function ownedRewards({ db }: ConsoleAccessDeps): Promise<string> {
  return await transact(db, async (tx) => {
    const { available } = await getAccountBalance(tx, await houseAccount(tx, 'capital', 'reward'));
    return toWire(units(available > 0n ? available : 0n));
  });
}
