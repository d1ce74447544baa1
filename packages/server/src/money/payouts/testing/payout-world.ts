import { randomUUID } from 'node:crypto';
import { assert } from '@tern/base/assert';
import type { WithdrawalId } from '@tern/base/ids';
import type { DraftView } from '@tern/contracts/routes/transfers';
import { transact } from '@tern/db/transact';
import { startDevchain, type Devchain } from '@tern/devchain/start-devchain';
import { houseAccount } from '@tern/ledger/account';
import { getAccountBalance } from '@tern/ledger/balances';
import { bookHouseMoney } from '@tern/ledger/test-house-money';
import type { AssetId } from '@tern/money/asset';
import { units, zero } from '@tern/money/units';
import { startTestSigner, type TestSigner } from '@tern/testkit/start-test-signer';
import { getAddress, type TronAddress } from '@tern/tron/address';
import { getAccount } from '@tern/tron/get-account';
import { getTokenBalance } from '@tern/tron/get-token-balance';
import { openNode, type TronNode } from '@tern/tron/open-node';
import { sql } from 'kysely';
import { TronWeb } from 'tronweb';
import { isPersonActive } from '../../../people/accounts/public.ts';
import {
  createSendingWorld,
  type DraftInput,
  type SendingWorld,
  type TestPerson,
} from '../../transfers/testing/sending-world.ts';
import { payoutDefaults, type PayoutDeps, type PayoutReport } from '../payout-deps.ts';
import { publishHotWallet } from '../publish-hot-wallet.ts';
import { broadcastPayouts, followPayouts, signPayouts } from '../work-payouts.ts';

/** For tests: a sending world on a chain of its own, with the real signer process and a funded hot wallet. */
export type PayoutWorld = SendingWorld & {
  readonly chain: Devchain;
  readonly node: TronNode;
  readonly signer: TestSigner;
  readonly hotAddress: TronAddress;
  readonly payouts: PayoutDeps;
  readonly reports: PayoutReport[];
  /** Drafts and confirms a send; returns the withdrawal. */
  readonly send: (from: TestPerson, input: DraftInput) => Promise<SentPayout>;
  /** One look of each tick at everything, whatever is due when. Deps may be replaced for this round. */
  readonly tick: (deps?: Partial<PayoutDeps>) => Promise<void>;
  /** As if enough time had passed: nothing waits, and the claims of workers that died have run out. */
  readonly makeDue: () => Promise<void>;
  /** Ticks and mines until every payout is concluded, or `roundsMax` (60) rounds are over. */
  readonly drain: (roundsMax?: number) => Promise<void>;
  readonly stateOf: (id: WithdrawalId) => Promise<string>;
  readonly attemptsOf: (
    id: WithdrawalId,
  ) => Promise<
    readonly { number: number; state: string; tx_id: string | null; result: string | null; fee_sun: string | null }[]
  >;
  /** What an address holds on chain at the head. */
  readonly onChain: (address: TronAddress, assetId: AssetId) => Promise<bigint>;
  /** Calls the token's contract as its owner. */
  readonly asTokenOwner: (call: string, parameters: readonly { type: string; value: unknown }[]) => Promise<void>;
  /** Throws unless the hot wallet's books and its balance on chain agree to the unit, for every asset. */
  readonly checkCustody: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type SentPayout = { readonly id: WithdrawalId; readonly recordId: string; readonly draft: DraftView };

export const testPayoutSettings: PayoutDeps['settings'] = {
  ...payoutDefaults,
  feeLimitMaxSun: units(100_000_000n),
  stallLimits: { stallMs: 60_000, solidLagMax: 57 },
};

const treasury: Readonly<Record<AssetId, bigint>> = {
  trx: 100_000_000_000n,
  usdt: 500_000_000_000n,
  reward: 10n ** 24n,
};

export async function createPayoutWorld(): Promise<PayoutWorld> {
  const chain = await startDevchain({ port: 0, seed: 'payout tests', mining: { mode: 'manual' } });
  const { contracts: tokens } = chain.info();
  const contracts = { usdt: getAddress(tokens.usdt.base58), reward: getAddress(tokens.reward.base58) };
  const signer = await startTestSigner({ usdt: contracts.usdt, reward: contracts.reward });
  const node = openNode({ url: chain.url, timeoutMs: 30_000, fetch: chain.fetch });
  const world = await createSendingWorld({ chain: { nodes: [node], contracts } });
  const hotAddress = await signer.client.getHotAddress();
  const reports: PayoutReport[] = [];
  const payouts: PayoutDeps = {
    db: world.asWorker,
    chain: { nodes: [node], contracts },
    signer: signer.client,
    settings: testPayoutSettings,
    isPersonActive,
    sumTreasuryOutflows: async () => ({ amount: zero, costSun: zero }),
    report: (report) => reports.push(report),
  };
  await publishHotWallet(payouts);
  await chain.admin.faucetTrx(hotAddress, treasury.trx);
  await chain.admin.faucetToken('usdt', hotAddress, treasury.usdt);
  await chain.admin.faucetToken('reward', hotAddress, treasury.reward);
  await chain.admin.mine(20);
  await bookTreasury(world);

  const owner = new TronWeb({ fullHost: chain.url, privateKey: chain.keys.treasury });
  const onChain: PayoutWorld['onChain'] = async (address, assetId) => {
    const contract = payouts.chain.contracts[assetId];
    if (contract !== undefined) return getTokenBalance(node, { view: 'head', contract, owner: address });
    return (await getAccount(node, { view: 'head', address })).balanceSun;
  };
  const tick: PayoutWorld['tick'] = async (changes = {}) => {
    await makeDue(world);
    const deps = { ...payouts, ...changes };
    await signPayouts(deps, { limit: 100 });
    await makeDue(world);
    await broadcastPayouts(deps, { limit: 100 });
    await makeDue(world);
    await followPayouts(deps, { limit: 100 });
  };
  const countOpen = async (): Promise<number> => {
    const { rows } = await sql<{ open: number }>`
      SELECT count(*)::int AS open FROM withdrawals
       WHERE settlement = 'chain' AND attention IS NULL AND state IN ('approved', 'signed', 'broadcast', 'included')`.execute(
      world.db.kysely,
    );
    return rows[0]?.open ?? 0;
  };
  return {
    ...world,
    chain,
    node,
    signer,
    hotAddress,
    payouts,
    reports,
    tick,
    makeDue: () => makeDue(world),
    onChain,
    send: async (from, input) => {
      const draft = await world.draft(from, input);
      const record = await world.confirm(from, draft, randomUUID());
      const { rows } = await sql<{
        id: WithdrawalId;
      }>`SELECT id FROM withdrawals WHERE record_id = ${record.id}`.execute(world.db.kysely);
      const id = rows[0]?.id;
      assert(id !== undefined, 'a confirmed send has a withdrawal');
      return { id, recordId: record.id, draft };
    },
    drain: async (roundsMax = 60) => {
      for (let round = 0; round < roundsMax && (await countOpen()) > 0; round += 1) {
        await tick();
        await chain.admin.mine(10);
      }
    },
    stateOf: async (id) => {
      const { rows } = await sql<{ state: string }>`SELECT state FROM withdrawals WHERE id = ${id}`.execute(
        world.db.kysely,
      );
      return rows[0]?.state ?? 'none';
    },
    attemptsOf: async (id) => {
      const { rows } = await sql<{
        number: number;
        state: string;
        tx_id: string | null;
        result: string | null;
        fee_sun: string | null;
      }>`
        SELECT number, state, tx_id, result, fee_sun FROM withdrawal_attempts WHERE withdrawal_id = ${id} ORDER BY number`.execute(
        world.db.kysely,
      );
      return rows;
    },
    asTokenOwner: async (call, parameters) => {
      const { transaction } = await owner.transactionBuilder.triggerSmartContract(
        contracts.usdt,
        call,
        { feeLimit: 100_000_000 },
        [...parameters],
      );
      const result = await owner.trx.sendRawTransaction(await owner.trx.sign(transaction));
      assert(result.result, `the owner's ${call} is accepted`);
      await chain.admin.mine();
    },
    checkCustody: async () => {
      for (const assetId of ['trx', 'usdt', 'reward'] as const) {
        const account = await transact(world.asWorker, (tx) => houseAccount(tx, 'custody:hot', assetId));
        const { posted } = await getAccountBalance(world.db.kysely, account);
        const real = await onChain(hotAddress, assetId);
        assert(posted === real, `${assetId}: the books say ${posted}, the chain ${real}`);
      }
      await world.checkBooks();
    },
    close: async () => {
      await signer.stop();
      await chain.close();
      await world.drop();
    },
  };
}

async function bookTreasury({ asWorker }: SendingWorld): Promise<void> {
  for (const [assetId, amount] of Object.entries(treasury) as [AssetId, bigint][]) {
    await bookHouseMoney(asWorker, assetId, amount);
  }
}

async function makeDue(world: SendingWorld): Promise<void> {
  await sql`UPDATE withdrawals SET due_at = clock_timestamp(), lease = NULL, leased_until = NULL
     WHERE state IN ('approved', 'signed', 'broadcast', 'included')`.execute(world.db.kysely);
  await sql`UPDATE withdrawal_attempts SET broadcast_due_at = clock_timestamp() WHERE state = 'signed'`.execute(
    world.db.kysely,
  );
}
