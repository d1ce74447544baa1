import type { Database } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { ratio } from '@tern/money/ratio';
import { units } from '@tern/money/units';
import type { TronAddress } from '@tern/tron/address';
import { openAddressFilter, type FindPrice } from '../../../people/wallets/public.ts';
import type { ActivationDeps } from '../../promotions/public.ts';
import type { Nodes } from '../read-agreed-block.ts';
import type { ReadBlocksDeps } from '../read-blocks.ts';
import type { WatchHeadDeps } from '../watch-head.ts';
import { addressOf, trxTransfer } from './scripted-chain.ts';

export const usdtContract = addressOf('usdt contract');
export const rewardContract = addressOf('reward contract');
export const hotAddress = addressOf('hot');
export const stranger = addressOf('stranger');

/** Millionths. */
export const million = 1_000_000;

/** 0.30 USDT for a TRX, 0.10 for a reward token. */
export const fixedPrices: FindPrice = async (_db, assetId) => {
  const known = {
    usdt: { ratio: ratio(1n, 1n), decimalText: '1' },
    trx: { ratio: ratio(3n, 10n), decimalText: '0.3' },
    reward: { ratio: ratio(1n, 10n ** 13n), decimalText: '0.1' },
  };
  return { assetId, ...known[assetId], source: 'operator', at: new Date(0), stale: false, sources: [] };
};

/** What the worker gives to the deposit steps, as a small installation would have it. */
export function depositRules(
  db: Database,
  nodes: Nodes,
  activation: Partial<ActivationDeps> = {},
): ReadBlocksDeps & WatchHeadDeps {
  return {
    db,
    nodes,
    startAt: 'first-block',
    report: () => undefined,
    // A scripted chain has no contracts to ask.
    proveTokens: async () => ({ proven: { has: () => true }, contradicted: new Set() }),
    // Nor a signer: every address is ours.
    affirmAddresses: async (addresses) => new Set(addresses),
    tokens: new Map<TronAddress, AssetId>([
      [usdtContract, 'usdt'],
      [rewardContract, 'reward'],
    ]),
    houseAddresses: new Set([hotAddress]),
    fundingSources: { has: () => true },
    ownTransactions: [],
    addressFilter: openAddressFilter(),
    trxFromContracts: true,
    findPrice: fixedPrices,
    dustBelow: units(10_000n),
    activation: {
      findPrice: fixedPrices,
      minimum: units(10n * 10n ** 6n),
      bonus: units(20n * 10n ** 18n),
      dailyBudget: units(2_000n * 10n ** 18n),
      accountsPerSource: 3,
      sharedSources: new Set(),
      closedCountries: ['GB'],
      countryCorrectionMinutes: 60,
      ...activation,
    },
  };
}

/** 50 TRX from the stranger. */
export function topUp(to: TronAddress, amountSun = 50 * million, name?: string) {
  return trxTransfer({ from: stranger, to, amountSun, ...(name === undefined ? {} : { name }) });
}
