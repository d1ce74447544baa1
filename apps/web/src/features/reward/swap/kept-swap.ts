import { decimal, oneOf } from '../../../shared/search-params.ts';
import { readText, type KeptFields } from '../../../shared/kept-fields.ts';
import type { SwapForm } from './swap-form.ts';

const readAsset = (raw: unknown) => oneOf(['usdt', 'trx', 'reward'], undefined)(readText(raw) ?? null);

/** What of the form survives; the amount as a plain decimal, whose mark another language changes. A quote never does. */
export const keptOfSwap: KeptFields<SwapForm> = {
  assetOut: readAsset,
  assetIn: readAsset,
  amount: (raw) => decimal(readText(raw) ?? null),
  isMax: (raw) => (typeof raw === 'boolean' ? raw : undefined),
};
