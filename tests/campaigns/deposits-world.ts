import { createHash } from 'node:crypto';
import { newId, type PersonId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import type { AssetId } from '@tern/money/asset';
import { ratio } from '@tern/money/ratio';
import { units } from '@tern/money/units';
import type { Nodes, ReadBlocksDeps } from '@tern/server/money/deposits/public';
import {
  createFirstWallet,
  fillAddressPool,
  openAddressFilter,
  type FindPrice,
} from '@tern/server/people/wallets/public';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { findAddressFromHex, getAddress, type TronAddress } from '@tern/tron/address';
import { TronWeb } from 'tronweb';
import type { Cast } from './deposit-shapes.ts';
import type { Draw } from './draw.ts';

export type DepositsWorld = {
  readonly database: TestDatabase;
  readonly cast: Cast;
  /** Ids of transactions that count as ours. */
  readonly ownTransactions: Set<string>;
  readonly rules: (nodes: Nodes) => ReadBlocksDeps;
  /** The 40 digits of one of our addresses. */
  readonly digitsOf: (address: string) => string;
};

const fixedPrices: FindPrice = async (_db, assetId) => {
  const known = { usdt: ratio(1n, 1n), trx: ratio(3n, 10n), reward: ratio(1n, 10n ** 13n) };
  return {
    assetId,
    ratio: known[assetId],
    decimalText: '1',
    source: 'operator',
    at: new Date(0),
    stale: false,
    sources: [],
  };
};

/** A generated chain has neither contracts nor a signer to ask: every token is what it says, and every address of the pool ours. */
const trusting: Pick<ReadBlocksDeps, 'proveTokens' | 'affirmAddresses'> = {
  proveTokens: async () => ({ proven: { has: () => true }, contradicted: new Set() }),
  affirmAddresses: async (addresses) => new Set(addresses),
};

/** A database with people, free addresses and a cast of outsiders, all drawn from the seed. */
export async function openDepositsWorld(
  draw: Draw,
  { people, free }: { readonly people: number; readonly free: number },
): Promise<DepositsWorld> {
  const database = await createTestDatabase();
  const addressFilter = openAddressFilter();
  const digits = Array.from({ length: people + free }, () => draw.hex(40));
  await fillAddressPool(
    {
      db: database.asWorker,
      keepFree: digits.length,
      listAddresses: async ({ from, count }) =>
        digits.slice(from, from + count).map((each, offset) => ({
          index: from + offset,
          address: base58(each),
          mac: 'made by a campaign',
        })),
    },
    { limit: digits.length },
  );
  const wallets: string[] = [];
  const digitsOf = new Map(digits.map((each) => [String(base58(each)), each]));
  for (let person = 0; person < people; person += 1) {
    const wallet = await transact(database.asApi, (tx) => createFirstWallet(tx, newId<PersonId>()));
    wallets.push(digitsOf.get(wallet.address) ?? '');
  }
  const [house, usdt, reward] = [draw.hex(40), draw.hex(40), draw.hex(40)];
  digitsOf.set(base58(house), house);
  const taken = new Set(wallets);
  const cast: Cast = {
    wallets,
    free: digits.filter((each) => !taken.has(each)),
    house,
    usdt,
    reward,
    strangers: Array.from({ length: 100 }, () => draw.hex(40)),
    // One differs from the real contract in its last digit alone.
    lookAlikes: [
      `${usdt.slice(0, 39)}${usdt.endsWith('0') ? '1' : '0'}`,
      ...Array.from({ length: 50 }, () => draw.hex(40)),
    ],
    ours: new Set([...digits, house]),
  };
  const ownTransactions = new Set<string>();
  return {
    database,
    cast,
    ownTransactions,
    digitsOf: (address) => digitsOf.get(address) ?? address,
    rules: (nodes) => ({
      db: database.asWorker,
      nodes,
      startAt: 'first-block',
      report: () => undefined,
      ...trusting,
      tokens: new Map<TronAddress, AssetId>([
        [base58(usdt), 'usdt'],
        [base58(reward), 'reward'],
      ]),
      houseAddresses: new Set([base58(house)]),
      addressFilter,
      fundingSources: { has: () => true },
      ownTransactions: [async (_db, txIds) => txIds.filter((txId) => ownTransactions.has(txId))],
      trxFromContracts: true,
      findPrice: fixedPrices,
      dustBelow: units(10_000n),
      activation: {
        findPrice: fixedPrices,
        minimum: units(10n * 10n ** 6n),
        bonus: units(0n),
        dailyBudget: units(0n),
        accountsPerSource: 1,
        sharedSources: new Set(),
        closedCountries: [],
        countryCorrectionMinutes: 60,
      },
    }),
  };
}

const addressesPerStatement = 20_000;

/** Many more addresses, each somebody's; returns their digits. */
export async function fillAddresses({ database }: DepositsWorld, count: number): Promise<readonly string[]> {
  const made: string[] = [];
  for (let from = 0; from < count; from += addressesPerStatement) {
    const size = Math.min(addressesPerStatement, count - from);
    const digits = Array.from({ length: size }, (_, at) => sha256(`address ${from + at}`).slice(0, 40));
    await database.db.pool.query(
      `WITH pool AS (
         INSERT INTO address_pool (derivation_index, address, mac, assigned_at)
         SELECT 100000 + $1::int + place::int, address, 'made by a campaign', now()
         FROM unnest($2::text[]) WITH ORDINALITY AS a (address, place) RETURNING address
       )
       INSERT INTO wallets (id, person_id, name, address, position, is_default)
       SELECT gen_random_uuid(), gen_random_uuid(), 'Wallet 1', address, 1, true FROM pool`,
      [from, digits.map((each) => findAddressFromHex(each))],
    );
    made.push(...digits);
  }
  await database.db.pool.query('ANALYZE address_pool, wallets');
  return made;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function base58(digits: string): TronAddress {
  return getAddress(TronWeb.address.fromHex(`41${digits}`));
}
