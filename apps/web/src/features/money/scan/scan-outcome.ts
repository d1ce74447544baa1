import type { AssetView } from '@tern/contracts/routes/installation';
import { parseScan, type Scan } from '@tern/tron/browser';
import { connectPathOf } from '../../../shared/connect-path.ts';
import { paths } from '../../../shared/paths.ts';
import { decimal, oneOf, parseSearch, text } from '../../../shared/search-params.ts';

const coin = oneOf(['usdt', 'trx', 'reward'], undefined);

/** What the transfer page had filled in when it sent the person here; what a code says takes its place. */
export const scanSearch = { coin, amount: decimal, fee: oneOf(['amount'], undefined), memo: text(200) };
export type Filled = { coin?: AssetView['id']; amount?: string; fee?: 'amount'; memo?: string };

type Payment = Extract<Scan, { kind: 'payment' }>;
export type ScanOutcome =
  | { kind: 'go'; path: string }
  /** An amount of what? The code does not say, so the person does. */
  | { kind: 'choose-coin'; amount: string; pathFor: (coin: AssetView['id']) => string }
  | { kind: 'several' | 'token-not-held' | 'evm-address' | 'unknown' };

/** What to do about the codes in a picture. Never anything but to fill in a form: a code alone sends and connects nothing. */
export function readOutcome(
  texts: readonly string[],
  context: { filled: Filled; assets: readonly AssetView[]; ownOrigin: string },
): ScanOutcome {
  const different = [...new Set(texts.map((each) => each.trim()))];
  const [only] = different;
  if (only === undefined) return { kind: 'unknown' };
  // Which of them is meant is not ours to guess.
  if (different.length > 1) return { kind: 'several' };
  const { filled, assets, ownOrigin } = context;
  const scan = parseScan(only, { ownOrigin });
  if (scan.kind === 'wallet-connect') return { kind: 'go', path: connectPathOf(scan.uri) };
  if (scan.kind !== 'payment') return { kind: scan.kind };
  const named = findNamedCoin(scan, only, context);
  if (named === 'not-held') return { kind: 'token-not-held' };
  const chosen = named ?? filled.coin;
  if (chosen === undefined && scan.amount !== undefined && assets.length > 1) {
    return { kind: 'choose-coin', amount: scan.amount, pathFor: (id) => transferPath(scan, filled, id) };
  }
  return { kind: 'go', path: transferPath(scan, filled, chosen) };
}

/** The coin the code asks for: by its contract, or by name in a link of our own. */
function findNamedCoin(
  scan: Payment,
  code: string,
  { assets, ownOrigin }: { assets: readonly AssetView[]; ownOrigin: string },
): AssetView['id'] | 'not-held' | undefined {
  if (scan.token !== undefined) return assets.find(({ contract }) => contract === scan.token)?.id ?? 'not-held';
  if (!URL.canParse(code) || new URL(code).origin !== ownOrigin) return undefined;
  return parseSearch(new URL(code).searchParams, { coin }).coin;
}

function transferPath(scan: Payment, filled: Filled, chosen: AssetView['id'] | undefined): string {
  const fields = { coin: chosen, to: scan.address, amount: scan.amount ?? filled.amount, fee: filled.fee };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...fields, memo: scan.memo ?? filled.memo })) {
    if (value !== undefined) query.set(name, value);
  }
  return `${paths.transfer}?${query}`;
}
