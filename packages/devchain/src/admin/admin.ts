import { clearFaults } from '../chain/clear-faults.ts';
import { pendingTimestampMs } from '../chain/core.ts';
import type { ChainCore } from '../chain/core.ts';
import { deployOddToken, faucetToken, faucetTrx } from '../chain/faucet.ts';
import type { OddTokenDraft } from '../chain/faucet.ts';
import { isSightFault } from '../chain/faults.ts';
import type { Fault } from '../chain/faults.ts';
import { reorganise, revertToSnapshot, takeSnapshot } from '../chain/fork.ts';
import type { Reorganisation } from '../chain/fork.ts';
import type { ContractName } from '../chain/genesis.ts';
import type { ChainNode } from '../chain/node.ts';
import { BroadcastRefusal } from '../chain/refusal.ts';
import { sealPending } from '../chain/seal-pending.ts';
import { setParameters } from '../chain/set-parameters.ts';
import { disturbSight, headHeight, listSeenPending, solidHeight } from '../chain/sight.ts';
import { blockIntervalMs } from '../chain/time.ts';
import type { TransactionRecord } from '../chain/types.ts';
import { fromBase58, isAddress, toBase58 } from '../crypto/address.ts';
import { toHex } from '../crypto/bytes.ts';
import type { KeyPair } from '../crypto/keys.ts';
import { walkPrice } from '../market/walk-price.ts';
import { isParameterName, parametersAboveZero } from '../state/parameters.ts';
import type { ParameterName } from '../state/parameters.ts';

/** A request to the chain's own controls that cannot be met. */
export class AdminError extends Error {
  override name = 'AdminError';
}

/** The chain's own controls. Addresses in base58. */
export type Admin = {
  /** Seals `count` blocks (default 1), the first with what is pending. Returns the new height. */
  readonly mine: (count?: number) => Promise<number>;
  /** Sends SUN from the faucet; returns the transaction id. It is pending until a block is sealed. */
  readonly faucetTrx: (address: string, amountSun: bigint) => Promise<string>;
  /** Sends base units of `usdt`, `reward` or the token at an address from the faucet; returns the transaction id. */
  readonly faucetToken: (token: string, address: string, units: bigint) => Promise<string>;
  /** Deploys a token that does not behave; pending until a block is sealed. All its units are the faucet's. */
  readonly deployOddToken: (
    draft: Pick<OddTokenDraft, 'habit'> & Partial<OddTokenDraft>,
  ) => Promise<{ readonly txId: string; readonly address: string }>;
  /** Trades the TRX/USDT pair along the seed's price path and seals a block, `steps` times. Returns the trades' ids. */
  readonly walkPrice: (steps?: number) => Promise<string[]>;
  readonly snapshot: () => Promise<string>;
  readonly revert: (id: string) => Promise<void>;
  /** Replaces the last `depth` blocks by a longer branch; only above the solidified head. */
  readonly reorganise: (depth: number, options?: Omit<Reorganisation, 'depth'>) => Promise<void>;
  /** Lets something go wrong at this node; others of the same chain stay as they are. */
  readonly setFault: (fault: Fault) => Promise<void>;
  /** Ends all faults of this node. */
  readonly clearFaults: () => Promise<void>;
  /** Moves chain time forward for the next block. */
  readonly advanceTime: (ms: number) => Promise<void>;
  /** Gives the next block this time, which must be later than the head's. */
  readonly setTime: (timestampMs: number) => Promise<void>;
  /** Changes chain parameters by their names in `getchainparameters`, for example `getEnergyFee`, and seals a block. */
  readonly setParameters: (parameters: Readonly<Record<string, bigint>>) => Promise<void>;
};

const minedMax = 100_000;
const stepsMax = 10_000;
/** Named like the real one, as impostors are. */
const oddTokenDefaults = { name: 'Tether USD', symbol: 'USDT', decimals: 6, supply: 1_000_000_000_000_000n };

/** The controls as one of the chain's nodes offers them. */
export function createAdmin(core: ChainCore, node: ChainNode): Admin {
  const { exclusively } = core;
  const give = (send: () => Promise<TransactionRecord>): Promise<string> =>
    exclusively(async () => {
      const { id, receipt } = await asAdminError(send);
      if (receipt.contractResult !== 'SUCCESS')
        throw new AdminError(`the faucet's transaction failed: ${receipt.contractResult}`);
      if (core.mining.mode === 'auto') sealPending(core);
      return id;
    });

  return {
    mine: (count = 1) =>
      exclusively(async () => {
        if (!Number.isInteger(count) || count < 1 || count > minedMax)
          throw new AdminError(`blocks must be from 1 to ${minedMax}`);
        for (let mined = 0; mined < count; mined += 1) sealPending(core);
        return core.history.head().number;
      }),
    faucetTrx: (address, amountSun) => give(() => faucetTrx(core, addressOf(address), positive(amountSun))),
    faucetToken: (token, address, units) =>
      give(() => faucetToken(core, tokenAddress(core, token), addressOf(address), positive(units))),
    deployOddToken: async (draft) => {
      let address = '';
      const txId = await give(async () => {
        const { record, contract } = await deployOddToken(core, { ...oddTokenDefaults, ...draft });
        address = toBase58(contract);
        return record;
      });
      return { txId, address };
    },
    walkPrice: async (steps = 1) => {
      if (!Number.isInteger(steps) || steps < 1 || steps > stepsMax) {
        throw new AdminError(`steps must be from 1 to ${stepsMax}`);
      }
      const trades: string[] = [];
      for (let step = 0; step < steps; step += 1) {
        await exclusively(async () => {
          const txId = await asAdminError(() => walkPrice(core));
          if (txId !== undefined) trades.push(txId);
          sealPending(core);
        });
      }
      return trades;
    },
    snapshot: () => exclusively(async () => takeSnapshot(core)),
    revert: (id) => exclusively(() => asAdminError(() => revertToSnapshot(core, id))),
    reorganise: (depth, options = {}) => exclusively(() => asAdminError(() => reorganise(core, { ...options, depth }))),
    setFault: (fault) =>
      exclusively(async () => {
        if (!isSightFault(fault)) node.faults.set(fault);
        else await asAdminError(async () => disturbSight(core, node, fault));
      }),
    clearFaults: () => exclusively(() => clearFaults(core, node)),
    advanceTime: (ms) =>
      exclusively(async () => {
        if (!Number.isInteger(ms) || ms < 0) throw new AdminError('ms must be a whole number, at least 0');
        core.time.advance(ms);
        core.log.append({ kind: 'time', ...core.time.saved() });
      }),
    setTime: (timestampMs) =>
      exclusively(async () => {
        const aheadMs = timestampMs - pendingTimestampMs(core);
        if (!Number.isInteger(timestampMs) || aheadMs < 0) {
          throw new AdminError(`timestampMs must be a whole number, at least ${pendingTimestampMs(core)}`);
        }
        if (core.pending.records.size > 0) throw new AdminError('the next block already has transactions of a time');
        core.time.advance(aheadMs);
        core.log.append({ kind: 'time', ...core.time.saved() });
      }),
    setParameters: (parameters) =>
      exclusively(async () => {
        const values = new Map<ParameterName, bigint>();
        for (const [name, value] of Object.entries(parameters)) {
          if (!isParameterName(name)) throw new AdminError(`no chain parameter ${name}`);
          if (value < 0n) throw new AdminError('a chain parameter is never negative');
          if (value === 0n && parametersAboveZero.includes(name)) throw new AdminError(`${name} must be above 0`);
          values.set(name, value);
        }
        setParameters(core, values);
      }),
  };
}

/** What a client needs to know about this chain, as a node sees it; the same for every seed but for addresses. */
export function describeChain(core: ChainCore, node: ChainNode) {
  const { identity, mining } = core;
  const contract = (name: ContractName) => {
    const address = identity.contracts[name];
    return { base58: toBase58(address), hex: toHex(address) };
  };
  const account = ({ addressBase58, addressHex }: KeyPair) => ({ base58: addressBase58, hex: addressHex });
  return {
    network: 'local',
    contracts: {
      usdt: contract('usdt'),
      reward: contract('reward'),
      wtrx: contract('wtrx'),
      pair: contract('pair'),
      router: contract('router'),
    },
    accounts: {
      treasury: account(identity.treasury),
      faucet: account(identity.faucet),
      witness: account(identity.witness),
      trader: account(identity.trader),
    },
    token: { name: core.settings.tokenName, symbol: core.settings.tokenSymbol },
    genesisId: toHex(identity.genesis.id),
    mining: mining.mode,
    blockMs: blockIntervalMs(mining) ?? null,
    height: headHeight(core, node),
    solidHeight: solidHeight(core, node),
    solidLag: core.solidLag,
    pending: listSeenPending(core, node).length,
  };
}

export type ChainDescription = ReturnType<typeof describeChain>;

function tokenAddress({ identity }: ChainCore, token: string): Uint8Array {
  if (token === 'usdt' || token === 'reward') return identity.contracts[token];
  const address = fromBase58(token);
  if (address === undefined) throw new AdminError("the asset must be trx, usdt or reward, or a token's address");
  return address;
}

function addressOf(text: string): Uint8Array {
  const address = fromBase58(text);
  if (address === undefined || !isAddress(address)) throw new AdminError(`not a Tron address: ${text}`);
  return address;
}

function positive(amount: bigint): bigint {
  if (amount <= 0n) throw new AdminError('the amount must be greater than 0');
  return amount;
}

async function asAdminError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BroadcastRefusal || error instanceof RangeError) throw new AdminError(error.message);
    throw error;
  }
}
