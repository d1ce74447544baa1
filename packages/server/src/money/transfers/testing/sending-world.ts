import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { assert } from '@tern/base/assert';
import { systemClock } from '@tern/base/clock';
import { newId, type DraftId, type PersonId, type WalletId } from '@tern/base/ids';
import type { RecordView } from '@tern/contracts/routes/records';
import type { DraftView } from '@tern/contracts/routes/transfers';
import { transact } from '@tern/db/transact';
import { houseAccount, openCustomerAccount } from '@tern/ledger/account';
import { getBalances } from '@tern/ledger/balances';
import { postJournal } from '@tern/ledger/post-journal';
import type { AssetId } from '@tern/money/asset';
import { ratioFromDecimal } from '@tern/money/ratio';
import { units, zero } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { listBreaches, type Invented } from '@tern/testkit/list-breaches';
import { findAddressFromBytes, type TronAddress } from '@tern/tron/address';
import { NodeFault } from '@tern/tron/node-fault';
import type { TronNode } from '@tern/tron/open-node';
import { sql } from 'kysely';
import { operatorPrices, refreshPrices } from '../../../chain/prices/public.ts';
import { lockPeople } from '../../../people/accounts/public.ts';
import { findPerson } from '../../../people/discovery/public.ts';
import type { Admission } from '../../../people/factors/public.ts';
import { openTestSession } from '../../../people/sessions/testing/open-test-session.ts';
import { beginTerms, openTermsReader, type TermValues } from '../../../people/terms/public.ts';
import { createFirstWallet } from '../../../people/wallets/public.ts';
import type { ApiSession } from '../../../platform/api-context.ts';
import { confirmDraft } from '../confirm-draft.ts';
import { openConfirmationLanes } from '../confirmation-lanes.ts';
import { createDraft, type CreateDraftInput } from '../create-draft.ts';
import type { Factors, SendingDeps } from '../deps.ts';

/** For tests: people with wallets and money on a database of their own, and the short way to a send. */
export type SendingWorld = TestDatabase & {
  readonly deps: SendingDeps;
  readonly person: (funds?: Partial<Record<AssetId, bigint>>) => Promise<TestPerson>;
  readonly fund: (person: TestPerson, assetId: AssetId, amount: bigint) => Promise<void>;
  readonly draft: (from: TestPerson, input: DraftInput) => Promise<DraftView>;
  readonly confirm: (from: TestPerson, draft: Pick<DraftView, 'id' | 'hash'>, key?: string) => Promise<RecordView>;
  /** `posted/held` of a wallet. */
  readonly balance: (person: TestPerson, assetId?: AssetId) => Promise<string>;
  /** Fails on whatever the watch of an installation would close sending for; `invented` adds what a test wrote by itself. */
  readonly checkBooks: (invented?: readonly Invented[]) => Promise<void>;
};

/** Ids are counted: drawn ones would meet twice among thousands. */
const firstPublicId = 10_000_000;

/** Somebody who is signed in. */
export type TestPerson = ApiSession & {
  readonly walletId: WalletId;
  readonly address: TronAddress;
  /** Where their requests come from. */
  readonly ip: string;
};

export type DraftInput = Partial<Omit<CreateDraftInput, 'personId'>> & Pick<CreateDraftInput, 'to' | 'amount'>;

export function randomAddress(): TronAddress {
  const address = findAddressFromBytes(randomBytes(20));
  assert(address !== undefined, '20 bytes are an address');
  return address;
}

/** A node that never answers: what is settled inside must not need one. */
const deafNode: TronNode = {
  name: 'deaf',
  ask: (path) => Promise.reject(new NodeFault('unavailable', { node: 'deaf', path }, 'never there')),
};

/** What the first version of the terms says, as the defaults of the settings do but for the day's total of the house. */
export const testTerms: TermValues = {
  withdrawalMinUsdt: 1_000_000n,
  withdrawalMinTrx: 10_000_000n,
  withdrawalMinReward: 10n ** 19n,
  withdrawalMax: 20_000_000_000n,
  withdrawalDailyMax: 50_000_000_000n,
  withdrawalHouseDailyMax: 10n ** 15n,
  reviewFrom: 5_000_000_000n,
  secondOperatorFrom: 10_000_000_000n,
  feeMarginPercent: 20n,
  feeMaxUsdt: 6_000_000n,
  feeMaxTrx: 5_000_000n,
  feeMaxReward: 60n * 10n ** 18n,
  swapFee: 30n,
  swapSwapperShare: 2_000n,
  swapPoolShare: 3_000n,
  swapSpread: 25n,
  swapSpreadSize: 200n,
  swapSpreadMax: 1_000n,
  swapInventoryShare: 1_000n,
  swapMin: 1_000_000n,
  swapMax: 20_000_000_000n,
};

export const testAssets: SendingDeps['assets'] = {
  usdt: { id: 'usdt', symbol: 'USDT', name: 'Tether USD', decimals: 6 },
  trx: { id: 'trx', symbol: 'TRX', name: 'TRON', decimals: 6 },
  reward: { id: 'reward', symbol: 'RWD', name: 'Reward', decimals: 18 },
};

function willingAdmission(personId: PersonId): Admission {
  const id = randomUUID();
  return { try: { id, key: id, personId, hash: '', authenticator: null }, reserved: { outcome: 'judge' } };
}

/** Everything is bound and right; no hold. The row lock is the real one. */
export const willingFactors: Factors = {
  listFactors: (_db, personIds) =>
    Promise.resolve(personIds.map(() => ({ tradePasswordSet: true, authenticatorBound: true, lockedUntil: null }))),
  admit: (_tx, asks) => Promise.resolve(asks.map(({ personId }) => willingAdmission(personId))),
  prove: ({ try: own }, { action }) => Promise.resolve({ try: own, verdict: 'right', step: null, action }),
  judging: () => 0,
  settle: (_tx, proofs) => Promise.resolve(proofs.map(() => null)),
  settleAlone: () => Promise.resolve(null),
  giveBack: () => Promise.resolve(),
  findHolds: () => Promise.resolve(new Map()),
  lockPeople,
};

const testPrices = operatorPrices({
  priceTrxUsdt: ratioFromDecimal('0.3'),
  priceRewardUsdt: ratioFromDecimal('0.1'),
});

const noLimits = { limitQuestions: () => Promise.resolve(), limitOwnMoves: () => Promise.resolve() };

/** Free addresses with these derivation indexes. */
async function poolAddresses({ db }: TestDatabase, indexes: readonly number[]): Promise<void> {
  const rows = indexes.map((index) => ({ derivation_index: index, address: randomAddress(), mac: 'test' }));
  await db.kysely.insertInto('address_pool').values(rows).execute();
}

/**
 * Spare addresses, as the pool of an installation has them: of people who come at one moment, one can take the address
 * that was made for another, and that other not yet see a later one. More than come at one moment in any test.
 */
const spareIndexes = Array.from({ length: 64 }, (_, index) => index + 1);

export async function createSendingWorld(overrides: Partial<SendingDeps> = {}): Promise<SendingWorld> {
  const database = await createTestDatabase();
  const deps: SendingDeps = {
    db: database.asApi,
    chain: { nodes: [deafNode], contracts: {} },
    assets: testAssets,
    terms: openTermsReader(),
    confirmations: 19,
    factors: willingFactors,
    ...noLimits,
    findPerson: (search) => findPerson({ db: database.asApi, clock: systemClock }, search),
    ...overrides,
  };
  await beginTerms(database.asApi, testTerms);
  await refreshPrices({ db: database.asWorker, source: testPrices });
  const lanes = openConfirmationLanes(deps);
  let nextIndex = spareIndexes.length;
  await poolAddresses(database, spareIndexes);
  const fund: SendingWorld['fund'] = (person, asset, amount) =>
    transact(database.asWorker, async (tx) => {
      const leg = {
        debit: await houseAccount(tx, 'custody:deposit', asset),
        credit: await openCustomerAccount(tx, { personId: person.personId, walletId: person.walletId, asset }),
        asset,
        amount: units(amount),
        code: 'deposit',
      } as const;
      await postJournal(tx, { key: `test:${randomUUID()}`, kind: 'deposit', legs: [leg] });
    });
  return {
    ...database,
    deps,
    fund,
    person: async (funds = {}) => {
      const personId = newId<PersonId>();
      const index = (nextIndex += 1);
      await poolAddresses(database, [index]);
      await sql`
        INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
        VALUES (${personId}, ${String(firstPublicId + index)}, ${inviteCode()}, now(), now())`.execute(
        database.db.kysely,
      );
      const wallet = await transact(database.asApi, (tx) => createFirstWallet(tx, personId));
      const session = await openTestSession(database.db, personId);
      const person = { ...session, walletId: wallet.id, address: wallet.address, ip: '198.51.100.7' };
      for (const [assetId, amount] of Object.entries(funds)) await fund(person, assetId as AssetId, amount);
      return person;
    },
    draft: (from, input) =>
      createDraft(deps, {
        personId: from.personId,
        walletId: from.walletId,
        assetId: 'usdt',
        networkId: 'tron',
        feeFrom: 'balance',
        ip: from.ip,
        acknowledged: ['first-time-person', 'first-time', 'never-used-on-chain', 'contract', 'looks-like-known'],
        ...input,
      }),
    confirm: (from, draft, key = randomUUID()) =>
      confirmDraft(
        deps,
        {
          session: from,
          draftId: draft.id as DraftId,
          hash: draft.hash,
          idempotencyKey: key,
          tradePassword: '258036',
          authenticatorCode: '123456',
        },
        lanes,
      ),
    balance: async (person, assetId = 'usdt') => {
      const balances = await getBalances(database.db.kysely, { walletId: person.walletId });
      const { posted, held } = balances.get(assetId) ?? { posted: zero, held: zero };
      return `${posted}/${held}`;
    },
    checkBooks: async (invented = []) => {
      const breaches = await listBreaches(database.db, { invented: ['funds', 'factors', ...invented] });
      assert(breaches.length === 0, JSON.stringify(breaches));
    },
  };
}

function inviteCode(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
}
