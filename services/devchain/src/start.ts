import { join } from 'node:path';
import { ConfigError } from '@tern/config/config-error';
import { loadConfig } from '@tern/config/load-config';
import { loadSecrets } from '@tern/config/load-secrets';
import { startDevchain } from '@tern/devchain/start-devchain';

const chain = await start().catch((error: unknown) => {
  process.stderr.write(`devchain: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.stdout.write(`${JSON.stringify({ ready: true, url: chain.url })}\n`);

async function start() {
  const config = loadConfig(process.env);
  if (config.ternProfile === 'production') {
    throw new ConfigError([
      { name: 'TERN_PROFILE', message: 'the local chain does not run in the production profile' },
    ]);
  }
  const secrets = loadSecrets(join(config.dataDir, 'secrets'), ['devchain-seed'], process.env);
  return startDevchain({
    port: config.devchainPort,
    ...(config.devchainSolidityPort === undefined ? {} : { solidityPort: config.devchainSolidityPort }),
    switchedOff: config.devchainSwitchedOff,
    seed: secrets['devchain-seed'],
    dataDir: join(config.dataDir, 'devchain'),
    mining: { mode: 'interval', blockMs: config.devchainBlockMs },
    productTokenName: config.productName,
    productTokenSymbol: config.productToken,
  });
}

function stop(): void {
  void chain.close().then(() => process.exit(0));
}
