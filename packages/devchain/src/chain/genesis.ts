import { fromInner } from '../crypto/address.ts';
import { toHex, utf8Bytes } from '../crypto/bytes.ts';
import { keccak256, sha256 } from '../crypto/hash.ts';
import { deriveKeyPair } from '../crypto/keys.ts';
import type { KeyPair } from '../crypto/keys.ts';
import { addBalance, createAccount } from '../state/accounts.ts';
import type { CellReader, Writes } from '../state/cells.ts';
import { putNextMaintenance } from '../state/maintenance.ts';
import { defaultParameters } from '../state/parameters.ts';
import { addTotalWeight, resources } from '../state/stakes.ts';
import { addWitness } from '../state/witnesses.ts';
import { createWorkspace } from '../state/workspace.ts';
import type { Tvm } from '../tvm/tvm.ts';
import { sealBlock } from './block.ts';
import { createGenesisRunner } from './genesis-contracts.ts';
import type { GenesisRunner } from './genesis-contracts.ts';
import type { Block } from './types.ts';

/** Chain time starts here, whatever the seed. */
export const genesisTimeMs = Date.UTC(2025, 0, 1);

const richTrxSun = 1_000_000_000_000_000n;
const usdtSupply = 2_000_000_000_000_000n;
const rewardSupply = 2_000_000_000n * 10n ** 18n;
/** What the pair opens with: 0.30 USDT for a TRX. */
const pairTrxSun = 10_000_000_000_000n;
const pairUsdt = 3_000_000_000_000n;
const traderUsdt = 1_000_000_000_000_000n;
const unlimited = 2n ** 256n - 1n;
/**
 * What others have staked, in TRX: one TRX then gives 1.6 bytes and 10 energy a day, about what it gives on mainnet. Without
 * them the first TRX staked would own the whole network's energy.
 */
const othersStakeTrx = { BANDWIDTH: 27_000_000_000n, ENERGY: 18_000_000_000n };

/** What others have voted. Without them the first vote would earn everything that all voters share. */
const othersVotes = 20_000_000_000n;
const witnessUrl = 'http://localhost/witness';

export type GenesisSettings = {
  readonly seed: string;
  readonly tokenName: string;
  readonly tokenSymbol: string;
};

export type Token = 'usdt' | 'reward';

const contractNames = ['usdt', 'reward', 'wtrx', 'pair', 'router'] as const;
export type ContractName = (typeof contractNames)[number];

const keyNames = ['witness', 'treasury', 'faucet', 'liquidity', 'trader'] as const;
type KeyName = (typeof keyNames)[number];

/** Everything the seed decides. */
export type Identity = { readonly [Name in KeyName]: KeyPair } & {
  readonly seed: string;
  /** 21-byte contract addresses. */
  readonly contracts: { readonly [Name in ContractName]: Uint8Array };
  readonly chainId: bigint;
  readonly genesis: Block;
};

export function deriveIdentity(seed: string): Identity {
  const keys = Object.fromEntries(keyNames.map((name) => [name, deriveKeyPair(seed, name)])) as Record<
    KeyName,
    KeyPair
  >;
  const genesis = sealBlock(
    {
      number: 0,
      parentId: sha256(utf8Bytes(`${seed}/genesis`)),
      timestampMs: genesisTimeMs,
      transactions: [],
    },
    keys.witness.address,
  );
  return {
    ...keys,
    seed,
    contracts: Object.fromEntries(contractNames.map((name) => [name, contractAddress(seed, name)])) as Record<
      ContractName,
      Uint8Array
    >,
    // Tron's CHAINID is the tail of the genesis id.
    chainId: BigInt(`0x${toHex(genesis.id.subarray(28))}`),
    genesis,
  };
}

/** The state at block 0: rich accounts, both tokens shared by treasury and faucet, and a market for TRX and USDT. */
export async function genesisState(tvm: Tvm, identity: Identity, settings: GenesisSettings): Promise<Writes> {
  const nothing: CellReader = { get: () => undefined };
  const state = createWorkspace(nothing);
  const { treasury, faucet, liquidity, trader, witness, contracts } = identity;
  for (const name of keyNames) createAccount(state, identity[name].addressHex, 'Normal', genesisTimeMs);
  addWitness(state, witness.addressHex, { url: witnessUrl, isActive: true, genesisVotes: othersVotes });
  putNextMaintenance(state, genesisTimeMs + Number(defaultParameters.getMaintenanceTimeInterval));
  for (const rich of [treasury, faucet, trader]) addBalance(state, rich.addressHex, richTrxSun);
  addBalance(state, liquidity.addressHex, pairTrxSun);
  for (const resource of resources) addTotalWeight(state, resource, othersStakeTrx[resource]);

  const runner = createGenesisRunner({ tvm, state }, { timestampMs: genesisTimeMs, witness: witness.address });
  await runner.deploy(treasury, 'Usdt', contracts.usdt, [usdtSupply]);
  await runner.deploy(treasury, 'RewardToken', contracts.reward, [
    settings.tokenName,
    settings.tokenSymbol,
    rewardSupply,
  ]);
  await runner.call(treasury, contracts.usdt, transferOf(faucet, usdtSupply / 2n));
  await runner.call(treasury, contracts.reward, transferOf(faucet, rewardSupply / 2n));
  await openMarket(runner, identity);
  return state.writes();
}

async function openMarket(runner: GenesisRunner, identity: Identity): Promise<void> {
  const { treasury, liquidity, trader, contracts } = identity;
  const { usdt, wtrx, pair, router } = contracts;
  const [first, second] = Buffer.compare(wtrx, usdt) < 0 ? [wtrx, usdt] : [usdt, wtrx];
  await runner.deploy(treasury, 'Wtrx', wtrx, []);
  await runner.deploy(treasury, 'Pair', pair, [first, second]);
  await runner.deploy(treasury, 'Router', router, [pair, wtrx, usdt]);
  await runner.call(treasury, usdt, { signature: 'issue(uint256)', values: [pairUsdt + traderUsdt] });
  await runner.call(treasury, usdt, transferOf(trader, traderUsdt));
  await runner.call(treasury, usdt, { signature: 'transfer(address,uint256)', values: [pair, pairUsdt] });
  await runner.call(liquidity, wtrx, { signature: 'deposit()', valueSun: pairTrxSun });
  await runner.call(liquidity, wtrx, { signature: 'transfer(address,uint256)', values: [pair, pairTrxSun] });
  await runner.call(liquidity, pair, { signature: 'mint(address)', values: [liquidity.address] });
  await runner.call(trader, usdt, { signature: 'approve(address,uint256)', values: [router, unlimited] });
}

function transferOf({ address }: KeyPair, units: bigint) {
  return { signature: 'transfer(address,uint256)', values: [address, units] };
}

function contractAddress(seed: string, name: ContractName): Uint8Array {
  return fromInner(keccak256(utf8Bytes(`${seed}/contract/${name}`)).subarray(12));
}
