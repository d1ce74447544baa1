import type { Clock } from '@tern/base/clock';
import { toWire } from '@tern/base/to-wire';
import type { Asset, AssetId } from '@tern/money/asset';
import { formatAmount } from '@tern/money/format-amount';
import { unitsFromWire } from '@tern/money/units';
import { writeCsvRow } from '../../people/records/public.ts';
import type { ExportedAccount, ExportedJournal } from './export-store.ts';

/** The columns, one line for each leg. docs/operations/books.md describes them. */
export const csvHead = `\uFEFF${writeCsvRow([
  'journal',
  'time',
  'kind',
  'key',
  'reverses',
  'leg',
  'transfer',
  'state',
  'code',
  'debit account',
  'debit person',
  'credit account',
  'credit person',
  'asset',
  'amount',
])}`;

export function csvRows(journal: ExportedJournal, assets: readonly Asset[]): string {
  const { id, at, kind, key, reverses, legs } = journal;
  return legs
    .map(({ debit, credit, ...leg }) =>
      writeCsvRow([
        ...[id, at, kind, key, reverses ?? '', String(leg.leg), leg.id, leg.state, leg.code],
        ...[debit.code, debit.person ?? '', credit?.code ?? '', credit?.person ?? ''],
        ...[symbolOf(leg.asset, assets), amountOf(leg.amount, leg.asset, assets)],
      ]),
    )
    .join('');
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;

/** The first line: what the file is, and of which assets. */
export function jsonHead(
  { from, to }: { readonly from: string; readonly to: string },
  { clock, assets }: { readonly clock: Clock; readonly assets: readonly Asset[] },
): string {
  return line({
    type: 'books',
    format: 1,
    from,
    to,
    written: toWire(clock.now()),
    assets: assets.map(({ id, symbol, decimals }) => ({ id, symbol, decimals })),
  });
}

export function jsonRow(journal: ExportedJournal, assets: readonly Asset[]): string {
  const { id, at, kind, key, reverses, details, legs } = journal;
  return line({
    type: 'journal',
    ...{ id, at, kind, key, reverses, details },
    legs: legs.map(({ debit, credit, amount, ...leg }) => ({
      ...leg,
      debit: accountOf(debit),
      credit: credit === null ? null : accountOf(credit),
      units: amount,
      amount: amountOf(amount, leg.asset, assets),
    })),
  });
}

/** The last line: a file without it broke off. */
export function jsonEnd(end: { readonly journals: number; readonly last: string | null }): string {
  return line({ type: 'end', ...end });
}

const accountOf = ({ id, code, person }: ExportedAccount) => ({ id, code, ...(person === null ? {} : { person }) });

const assetOf = (id: AssetId, assets: readonly Asset[]) => assets.find((asset) => asset.id === id);

function symbolOf(id: AssetId, assets: readonly Asset[]): string {
  return assetOf(id, assets)?.symbol ?? id;
}

function amountOf(units: string, id: AssetId, assets: readonly Asset[]): string {
  return formatAmount(unitsFromWire(units), assetOf(id, assets)?.decimals ?? 0);
}
