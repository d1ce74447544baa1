import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '@tern/base/clock';
import { publicUrl, tronNodes } from '@tern/config/addresses';
import { feeAccountSettings } from '@tern/config/fee-account-settings';
import { hotSettings } from '@tern/config/hot-settings';
import { installedAssets } from '@tern/config/installed-assets';
import { loadConfig } from '@tern/config/load-config';
import { loadSecrets } from '@tern/config/load-secrets';
import { priceRules } from '@tern/config/price-rules';
import { requireDatabase } from '@tern/config/require-database';
import { signerPlace } from '@tern/config/signer-place';
import { openDatabase } from '@tern/db/database';
import { openNetworkNode } from '@tern/tron/open-network-node';
import { openSigner } from '@tern/tron/signer-client';
import { operatorCommands, usage } from './operator-commands.ts';

/** `npm run operator -- …`: what operators look at on the machine. What they decide they sign in the console. */
async function run(args: readonly string[]): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
  const [name = '', subject = ''] = positionals;
  const command = Object.hasOwn(operatorCommands, name) ? operatorCommands[name] : undefined;
  if (command === undefined) return showUsage();
  const config = loadConfig(process.env);
  const db = openDatabase({ url: requireDatabase(config), applicationName: 'operator', poolMax: 2 });
  try {
    const [firstNode] = tronNodes(config);
    const world = {
      db,
      assets: installedAssets(config),
      hot: hotSettings(config),
      node: openNetworkNode(firstNode),
      openSigner: () => {
        const { 'signer-secret': secret, 'signer-tls-operator': identity } = loadSecrets(
          join(config.dataDir, 'secrets'),
          ['signer-secret', 'signer-tls-operator'],
          process.env,
        );
        const place = signerPlace(config, 'signer-tls-operator', identity);
        return openSigner({ ...place, secret, clock: systemClock, timeoutMs: 10_000 });
      },
      house: new URL(publicUrl(config)).host,
      stakeSun: feeAccountSettings(config).stakeSun,
      firstSteps: {
        hot: hotSettings(config),
        fee: feeAccountSettings(config),
        prices: priceRules(config),
        bonus: config.bonusAmount,
      },
    };
    const { text, done } = await command(world, subject);
    process.stdout.write(`${text}\n`);
    return done ? 0 : 1;
  } finally {
    await db.close();
  }
}

function showUsage(): number {
  process.stderr.write(`${usage}\n`);
  return 2;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  // An option that there is not.
  if (!(error instanceof TypeError && 'code' in error)) throw error;
  process.exitCode = showUsage();
}
