/**
 * Sets money of the house aside for what it gives when a development installation first starts: `--operator NAME --key WORD
 * promotion:reward:1000 liquidity:usdt:500 pool:reward:100`, amounts in whole coins. The same word funds each purpose once.
 */
import { parseArgs } from 'node:util';
import { installedAssets } from '@tern/config/installed-assets';
import { loadConfig } from '@tern/config/load-config';
import { requireDatabase } from '@tern/config/require-database';
import { openDatabase, type Database } from '@tern/db/database';
import { LedgerError } from '@tern/ledger/error';
import { assetIds, type Asset } from '@tern/money/asset';
import { parseAmount } from '@tern/money/parse-amount';
import type { Units } from '@tern/money/units';
import { fundPool } from '@tern/server/money/pool/public';
import { fundPromotion } from '@tern/server/money/promotions/public';
import { fundLiquidity } from '@tern/server/money/swaps/public';

type Funding = { readonly purpose: string; readonly asset: Asset; readonly amount: Units };

const usage =
  'Usage: fund-house --operator NAME --key WORD PURPOSE:ASSET:WHOLE_COINS …\n' +
  'Purposes: promotion:reward, pool:reward, and liquidity of usdt, trx or reward\n';

const { values, positionals } = parseArgs({
  options: { operator: { type: 'string' }, key: { type: 'string' } },
  allowPositionals: true,
});
const config = loadConfig(process.env);
if (config.ternProfile === 'production') {
  process.stderr.write('Two operators set money aside in the console, under Funds and pairs.\n');
  process.exit(2);
}
const fundings = positionals.map(readFunding);
const { operator, key } = values;
if (operator === undefined || key === undefined || fundings.length === 0 || fundings.includes(undefined)) {
  process.stderr.write(usage);
  process.exit(2);
}
const db = openDatabase({ url: requireDatabase(config), applicationName: 'fund-house', poolMax: 1 });
try {
  for (const funding of fundings) {
    if (funding === undefined) continue;
    const { replayed } = await fund(db, funding, { operator, key });
    process.stdout.write(
      `${replayed ? 'Was funded already' : 'Funded'}: ${funding.purpose} in ${funding.asset.symbol}\n`,
    );
  }
} catch (error) {
  if (!(error instanceof LedgerError)) throw error;
  const reason = error.code === 'exceeds-available' ? 'the house does not own that much on chain yet' : error.code;
  process.stderr.write(`Not funded: ${reason}\n`);
  process.exitCode = 1;
} finally {
  await db.close();
}

function readFunding(text: string): Funding | undefined {
  const [purpose = '', asset, whole = ''] = text.split(':');
  const id = assetIds.find((assetId) => assetId === asset);
  if (id === undefined || !['promotion', 'pool', 'liquidity'].includes(purpose)) return undefined;
  if (purpose !== 'liquidity' && id !== 'reward') return undefined;
  const installed = installedAssets(config)[id];
  const amount = parseAmount(whole, installed.decimals);
  return 'units' in amount && amount.units > 0n ? { purpose, asset: installed, amount: amount.units } : undefined;
}

async function fund(
  database: Database,
  { purpose, asset, amount }: Funding,
  by: { readonly operator: string; readonly key: string },
): Promise<{ readonly replayed: boolean }> {
  if (purpose === 'promotion') return await fundPromotion(database, { amount, ...by });
  if (purpose === 'pool') return await fundPool(database, { amount, ...by });
  return await fundLiquidity(database, { assetId: asset.id, amount, ...by, key: `${by.key}:${asset.id}` });
}
