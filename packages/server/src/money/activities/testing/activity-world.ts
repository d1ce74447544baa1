import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@tern/base/clock';
import type { ActivityId, EntryId, OperatorId } from '@tern/base/ids';
import type { ParticipationView } from '@tern/contracts/routes/activities';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { getAccountBalance, getBalances } from '@tern/ledger/balances';
import { bookHouseMoney } from '@tern/ledger/test-house-money';
import { units } from '@tern/money/units';
import type { ObjectStore } from '@tern/object-store/object-store';
import { openDiskStore } from '@tern/object-store/open-disk-store';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { openRepeats } from '../../../platform/idempotency/public.ts';
import { createSendingWorld, type SendingWorld, type TestPerson } from '../../transfers/testing/sending-world.ts';
import { accountOf } from '../activity-money.ts';
import type { ActivityTerms } from '../activity.ts';
import { claimReward } from '../claim-reward.ts';
import { decideEntry, type EntryOutcome } from '../decide-entry.ts';
import type { ActivityDeps, PictureDeps } from '../deps.ts';
import { payClaims } from '../pay-claims.ts';
import { draftActivity } from '../prepare-activity.ts';
import { publishActivity } from '../publish-activity.ts';
import { savePicture } from '../save-picture.ts';
import { submitEntry } from '../submit-entry.ts';

/** For tests: a house that owns reward tokens, people who may take part, and two operators. */
export type ActivityWorld = SendingWorld & {
  readonly activityDeps: ActivityDeps;
  readonly pictureDeps: PictureDeps;
  readonly operators: readonly [OperatorId, OperatorId];
  readonly terms: (changes?: Partial<ActivityTerms>) => ActivityTerms;
  readonly publish: (changes?: Partial<ActivityTerms>) => Promise<ActivityId>;
  /** Active, with a country. */
  readonly joiner: (country?: string) => Promise<TestPerson>;
  readonly activate: (person: TestPerson) => Promise<void>;
  readonly declare: (person: TestPerson, country: string) => Promise<void>;
  /** Name of a picture this person sent; the same `scene` is the same picture. */
  readonly picture: (person: TestPerson, scene?: string) => Promise<string>;
  readonly enter: (
    person: TestPerson,
    activityId: ActivityId,
    handed?: { readonly externalId?: string; readonly picture?: string },
  ) => Promise<ParticipationView>;
  readonly lastEntry: (person: TestPerson, activityId: ActivityId) => Promise<EntryId>;
  readonly approve: (person: TestPerson, activityId: ActivityId) => Promise<EntryOutcome>;
  readonly reject: (person: TestPerson, activityId: ActivityId) => Promise<EntryOutcome>;
  readonly claim: (person: TestPerson, activityId: ActivityId, key?: string) => Promise<ParticipationView>;
  readonly pay: () => Promise<number>;
  /** What an activity still has set aside. */
  readonly funds: (activityId: ActivityId) => Promise<bigint>;
  readonly available: (person: TestPerson) => Promise<bigint>;
  readonly close: () => Promise<void>;
};

export const token = 10n ** 18n;

/** A decoder for pictures that are their own text: what they look like follows from it. */
const readPicture: PictureDeps['readPicture'] = (scene) =>
  Promise.resolve({ picture: Buffer.from(scene), imageHash: createHash('sha256').update(scene).digest() });

export async function createActivityWorld(): Promise<ActivityWorld> {
  const sending = await createSendingWorld();
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  const pictures: ObjectStore = await openDiskStore({ folder });
  const { asApi, asWorker, asConsole, db } = sending;
  const activityDeps: ActivityDeps = {
    db: asApi,
    factors: { authorizeClaim: () => Promise.resolve() },
    closedCountries: ['GB'],
  };
  const pictureDeps: PictureDeps = { db: asApi, pictures, readPicture, limitPictures: () => Promise.resolve() };
  const operator = (name: string) => addOperator(db, { name });
  const operators = [await operator('olga'), await operator('otto')] as const;
  await bookHouseMoney(sending.asWorker, 'reward', 1_000_000n * token);

  const repeats = openRepeats<ParticipationView>();
  const world: ActivityWorld = {
    ...sending,
    activityDeps,
    pictureDeps,
    operators,
    terms: (changes = {}) => ({
      texts: {
        en: {
          title: 'Link your account',
          summary: 'Show your ID.',
          purpose: 'We want to know.',
          criteria: ['ID seen'],
        },
      },
      platform: 'Examplebourse',
      affiliated: false,
      sampleName: null,
      reward: units(15n * token),
      places: 100,
      opensAt: new Date(systemClock.nowMs() - 60_000),
      closesAt: new Date(systemClock.nowMs() + 30 * 86_400_000),
      reviewHours: 24,
      pictureDays: 90,
      ...changes,
    }),
    publish: async (changes) => {
      const id = await draftActivity(asConsole, { operatorId: operators[0], terms: world.terms(changes) });
      const outcome = await publishActivity(asConsole, { operatorId: operators[1], activityId: id });
      if (outcome !== 'published') throw new Error(outcome);
      return id;
    },
    joiner: async (country = 'DE') => {
      const person = await sending.person();
      await world.declare(person, country);
      await world.activate(person);
      return person;
    },
    activate: async ({ personId, walletId, address }) => {
      const depositId = randomUUID();
      await sql`
        INSERT INTO deposits (id, tx_id, kind, index, asset, amount, from_address, to_address, block_number, block_id,
          block_time, destination, wallet_id, journal_id)
        VALUES (${depositId}, ${depositId}, 'trx', 0, 'trx', 1, ${address}, ${address}, 1, 'block', now(), 'customer',
          ${walletId}, 1)`.execute(db.kysely);
      await sql`
        INSERT INTO activations (person_id, deposit_id, source_address)
        VALUES (${personId}, ${depositId}, ${address})`.execute(db.kysely);
    },
    declare: async ({ personId }, country) => {
      await sql`INSERT INTO declared_countries (person_id, country) VALUES (${personId}, ${country})`.execute(
        db.kysely,
      );
    },
    picture: async (session, scene = randomUUID()) => (await savePicture(pictureDeps, session, scene)).name,
    enter: async (person, activityId, { externalId = randomBytes(5).toString('hex'), picture } = {}) =>
      submitEntry(activityDeps, {
        session: person,
        activityId,
        externalId,
        picture: picture ?? (await world.picture(person)),
      }),
    lastEntry: async ({ personId }, activityId) => {
      const { rows } = await sql<{ id: EntryId }>`
        SELECT e.id FROM activity_entries e JOIN participations p ON p.id = e.participation_id
         WHERE p.person_id = ${personId} AND p.activity_id = ${activityId} ORDER BY e.number DESC LIMIT 1`.execute(
        db.kysely,
      );
      const [row] = rows;
      if (row === undefined) throw new Error('nothing was handed in');
      return row.id;
    },
    approve: async (person, activityId) =>
      decideEntry(
        asConsole,
        { closedCountries: ['GB'] },
        {
          entryId: await world.lastEntry(person, activityId),
          operatorId: operators[0],
          decision: 'approve',
        },
      ),
    reject: async (person, activityId) =>
      decideEntry(
        asConsole,
        { closedCountries: ['GB'] },
        {
          entryId: await world.lastEntry(person, activityId),
          operatorId: operators[0],
          decision: 'reject',
          reason: 'unreadable',
          text: 'The user ID is cut off.',
        },
      ),
    claim: (session, activityId, key = randomUUID()) =>
      claimReward(activityDeps, { session, activityId, idempotencyKey: key, tradePassword: '271828' }, repeats),
    pay: () => payClaims({ db: asWorker }, { limit: 100 }),
    funds: (activityId) =>
      transact(
        asWorker,
        async (tx) => (await getAccountBalance(tx, await houseAccount(tx, accountOf(activityId), 'reward'))).available,
      ),
    available: async ({ walletId }) => (await getBalances(db.kysely, { walletId })).get('reward')?.available ?? 0n,
    close: async () => {
      await sending.checkBooks(['deposits']);
      await sending.drop();
      await rm(folder, { recursive: true });
    },
  };
  return world;
}
