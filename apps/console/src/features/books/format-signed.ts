import type { OperatorView } from '@tern/contracts/routes/console-access';
import { formatMoney, formatUnits } from '../../shared/format.ts';

type Assets = OperatorView['assets'];

const withSign = (wire: string, format: (size: string) => string): string =>
  wire.startsWith('-') ? `−${format(wire.slice(1))}` : format(wire);

/** An amount of base units that may be below zero, with its symbol. */
export const formatSigned = (wire: string, assetId: string, assets: Assets): string =>
  withSign(wire, (size) => formatMoney(size, assetId, assets));

/** The same without the symbol, for a table of one asset. */
export const formatPlain = (wire: string, assetId: string, assets: Assets): string =>
  withSign(wire, (size) => formatUnits(size, assets.find(({ id }) => id === assetId)?.decimals ?? 0));

export const symbolOf = (assetId: string, assets: Assets): string =>
  assets.find(({ id }) => id === assetId)?.symbol ?? assetId;
