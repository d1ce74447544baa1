import { assert } from '@tern/base/assert';
import { newId, type PersonId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { startDevchain, type Devchain } from '@tern/devchain/start-devchain';
import { houseAccount } from '@tern/ledger/account';
import { getAccountBalance } from '@tern/ledger/balances';
import type { HouseAccountCode } from '@tern/ledger/chart';
import { assetIds, type AssetId } from '@tern/money/asset';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { startTestSigner, type TestSigner } from '@tern/testkit/start-test-signer';
import { getAddress, type TronAddress } from '@tern/tron/address';
import { getAccount } from '@tern/tron/get-account';
import { getStakes } from '@tern/tron/get-stakes';
import { getTokenBalance } from '@tern/tron/get-token-balance';
import { openNode, type TronNode } from '@tern/tron/open-node';
import type { HouseAccounts } from '@tern/tron/signer-protocol';
import { sql } from 'kysely';
import { TronWeb } from 'tronweb';
import { endReturn, readBlocks, type ReadBlocksDeps, type WatchHeadDeps } from '../../../money/deposits/public.ts';
import { depositRules } from '../../../money/deposits/testing/deposit-rules.ts';
import { createFirstWallet, fillAddressPool, type Wallet } from '../../../people/wallets/public.ts';
import { findBreaches } from '../../invariants/public.ts';
import { listTreasuryTransactionsAmong } from '../order-store.ts';
import type { TreasuryDeps, TreasuryReport } from '../treasury-deps.ts';
import { broadcastOrders, followOrders, signOrders } from '../work-orders.ts';
import { testTreasurySettings } from './treasury-settings.ts';

/** For tests: a chain of its own, the real signer process, a funded hot wallet and people with deposit addresses. */
export type TreasuryWorld = {
  readonly database: TestDatabase;
  readonly chain: Devchain;
  readonly node: TronNode;
  readonly signer: TestSigner;
  readonly accounts: HouseAccounts;
  readonly treasury: TreasuryDeps;
  readonly reports: TreasuryReport[];
  readonly reader: ReadBlocksDeps & WatchHeadDeps;
  readonly newWallet: () => Promise<Wallet>;
  /** From the faucet to a wallet's address; credited after `settle`. */
  readonly deposit: (wallet: Wallet, assetId: AssetId, amount: bigint) => Promise<void>;
  /** Everything signed goes out; what is then irreversible is booked and concluded. */
  readonly settle: () => Promise<void>;
  /** As if enough time had passed: nothing waits, and the claims of workers that died have run out. */
  readonly makeDue: () => Promise<void>;
  /** Signs and hands out what is ready, lets it become irreversible, concludes; `rounds` times. */
  readonly work: (rounds?: number) => Promise<void>;
  /** Calls the USDT contract as its issuer. */
  readonly asIssuer: (call: string, address: TronAddress) => Promise<void>;
  readonly house: (code: HouseAccountCode, assetId: AssetId) => Promise<bigint>;
  /** What an address holds in the irreversible chain. */
  readonly onChain: (address: TronAddress, assetId: AssetId) => Promise<bigint>;
  readonly ordersOf: (address?: TronAddress) => Promise<readonly string[]>;
  /** Throws unless every place of custody agrees with the chain to the unit and the ledger with itself. */
  readonly checkCustody: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** TRX, USDT and reward tokens the house starts with. */
const funds: Readonly<Record<AssetId, bigint>> = {
  trx: 200_000_000_000n,
  usdt: 300_000_000_000n,
  reward: 10n ** 23n,
};

/** `signerCommands` are given to the signer as on its own machine. */
export async function openTreasuryWorld(
  seed: string,
  signerCommands: readonly (readonly string[])[] = [],
): Promise<TreasuryWorld> {
  const database = await createTestDatabase();
  const chain = await startDevchain({ port: 0, seed, mining: { mode: 'manual' } });
  const { contracts: tokens } = chain.info();
  const contracts = { usdt: getAddress(tokens.usdt.base58), reward: getAddress(tokens.reward.base58) };
  const signer = await startTestSigner(contracts, {}, signerCommands);
  const node = openNode({ url: chain.url, timeoutMs: 30_000, fetch: chain.fetch });
  const accounts = await signer.client.getAccounts();
  const db = database.asWorker;
  const reports: TreasuryReport[] = [];
  const treasury: TreasuryDeps = {
    db,
    nodes: [node],
    contracts,
    signer: signer.client,
    accounts,
    settings: testTreasurySettings,
    endReturn,
    report: (report) => reports.push(report),
  };
  const reader: ReadBlocksDeps & WatchHeadDeps = {
    ...depositRules(db, [node]),
    tokens: new Map([
      [contracts.usdt, 'usdt'],
      [contracts.reward, 'reward'],
    ]),
    houseAddresses: new Set([accounts.hot]),
    ownTransactions: [listTreasuryTransactionsAmong],
  };
  await keepOneFree(database, signer, 0);

  const catchUp = async (): Promise<void> => {
    while ((await readBlocks(reader, { limit: 100 })) > 0);
  };
  const makeDue = async (): Promise<void> => {
    await sql`UPDATE treasury_orders SET due_at = now(), broadcast_due_at = now(), lease = NULL, leased_until = NULL
               WHERE state IN ('ready', 'signed')`.execute(database.db.kysely);
    await sql`UPDATE treasury_holdings SET inspected_at = NULL, checked_at = NULL`.execute(database.db.kysely);
  };
  const settle = async (): Promise<void> => {
    await chain.admin.mine(21);
    await catchUp();
    await makeDue();
    await followOrders(treasury, { limit: 100 });
  };
  const house: TreasuryWorld['house'] = (code, assetId) => transact(db, (tx) => booked(tx, code, assetId));
  const onChain: TreasuryWorld['onChain'] = async (address, assetId) =>
    assetId === 'trx'
      ? (await getAccount(node, { view: 'solid', address })).balanceSun
      : getTokenBalance(node, { view: 'solid', contract: contracts[assetId], owner: address });

  await chain.admin.faucetTrx(accounts.hot, funds.trx);
  await chain.admin.faucetToken('usdt', accounts.hot, funds.usdt);
  await chain.admin.faucetToken('reward', accounts.hot, funds.reward);
  await settle();

  return {
    database,
    chain,
    node,
    signer,
    accounts,
    treasury,
    reports,
    reader,
    newWallet: () => openWallet(database, signer),
    deposit: async ({ address }, assetId, amount) => {
      if (assetId === 'trx') await chain.admin.faucetTrx(address, amount);
      else await chain.admin.faucetToken(assetId, address, amount);
    },
    settle,
    makeDue,
    work: async (rounds = 1) => {
      for (let round = 0; round < rounds; round += 1) {
        await makeDue();
        await signOrders(treasury, { limit: 100 });
        await makeDue();
        await broadcastOrders(treasury, { limit: 100 });
        await settle();
      }
    },
    asIssuer: async (call, address) => {
      const issuer = new TronWeb({ fullHost: chain.url, privateKey: chain.keys.treasury });
      const { transaction } = await issuer.transactionBuilder.triggerSmartContract(
        contracts.usdt,
        call,
        { feeLimit: 100_000_000 },
        [{ type: 'address', value: address }],
      );
      const { result } = await issuer.trx.sendRawTransaction(await issuer.trx.sign(transaction));
      assert(result, `the issuer's ${call} is accepted`);
    },
    house,
    onChain,
    ordersOf: async (address) => {
      const { rows } = await sql<{ text: string }>`
        SELECT concat_ws(' ', kind, asset_id, amount::text, state) AS text FROM treasury_orders
         WHERE ${address ?? null}::text IS NULL OR address = ${address ?? null} ORDER BY created_at, id`.execute(
        database.db.kysely,
      );
      return rows.map(({ text }) => text);
    },
    checkCustody: () => checkCustody({ database, node, accounts, onChain }),
    close: async () => {
      await signer.stop();
      await chain.close();
      await database.drop();
    },
  };
}

async function booked(tx: DbTx, code: HouseAccountCode, assetId: AssetId): Promise<bigint> {
  return (await getAccountBalance(tx, await houseAccount(tx, code, assetId))).posted;
}

type Custody = Pick<TreasuryWorld, 'database' | 'node' | 'accounts' | 'onChain'>;

async function checkCustody(custody: Custody): Promise<void> {
  const db = custody.database.asWorker;
  await transact(db, (tx) => compareCustody(tx, custody));
  const breaches = await transact(db, (tx) => findBreaches(tx, {}), { isolation: 'repeatable read' });
  assert(breaches.length === 0, JSON.stringify(breaches));
}

async function compareCustody(tx: DbTx, { database, node, accounts, onChain }: Custody): Promise<void> {
  const { rows } = await sql<{ address: TronAddress }>`SELECT address FROM address_pool`.execute(database.db.kysely);
  for (const assetId of assetIds) {
    let onDeposit = 0n;
    for (const { address } of rows) onDeposit += await onChain(address, assetId);
    const { totalSun } = await getStakes(node, { view: 'solid', address: accounts.fee });
    const real = {
      'custody:deposit': onDeposit,
      'custody:hot': await onChain(accounts.hot, assetId),
      'custody:energy': assetId === 'trx' ? totalSun : 0n,
    };
    for (const [code, chainSays] of Object.entries(real)) {
      const parts = code === 'custody:energy' ? ['custody:staked', 'custody:unstaking'] : [];
      let booksSay = 0n;
      for (const part of [code, ...parts]) booksSay += await booked(tx, part as HouseAccountCode, assetId);
      assert(booksSay === chainSays, `${code} ${assetId}: the books say ${booksSay}, the chain ${chainSays}`);
    }
  }
}

/** One that is nobody's, besides those of wallets: the check of custody asks the chain about each address. */
async function keepOneFree(database: TestDatabase, { client }: TestSigner, wanted: number): Promise<void> {
  const pool = { db: database.asWorker, keepFree: 1 + wanted, listAddresses: client.listAddresses };
  await fillAddressPool(pool, { limit: 1 + wanted });
}

async function openWallet(database: TestDatabase, signer: TestSigner): Promise<Wallet> {
  await keepOneFree(database, signer, 1);
  return await transact(database.asApi, (tx) => createFirstWallet(tx, newId<PersonId>()));
}
