import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '@tern/base/clock';
import { tronNodeUrls } from '@tern/config/addresses';
import { hotSettings } from '@tern/config/hot-settings';
import type { Config } from '@tern/config/config';
import { installedAssets } from '@tern/config/installed-assets';
import { loadConfig } from '@tern/config/load-config';
import { loadSecrets } from '@tern/config/load-secrets';
import { openDatabase } from '@tern/db/database';
import type { TronAddress } from '@tern/tron/address';
import { hasCode } from '@tern/tron/has-code';
import { openNode } from '@tern/tron/open-node';
import { openSigner } from '@tern/tron/signer-client';
import { pictureStoreOf } from '@tern/config/picture-store';
import type { ObjectStore } from '@tern/object-store/object-store';
import { openObjectStore } from '@tern/object-store/open-object-store';
import { OperatorRefusal } from '@tern/server/operators/public';
import { operatorCommands, usage, UsageFault } from './operator-commands.ts';
import { faultTexts } from './operator-texts.ts';
import { readSecret } from './read-secret.ts';
import { requireDatabase } from './read-settings.ts';
import { feeAccountSettings } from './treasury-settings.ts';

/** `npm run operator -- …`: what operators can do until they have a console. */
async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      as: { type: 'string' },
      reason: { type: 'string' },
      'despite-warnings': { type: 'boolean' },
      help: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const [name = '', subject = '', ...more] = positionals;
  const command = Object.hasOwn(operatorCommands, name) ? operatorCommands[name] : undefined;
  if (command === undefined) throw new UsageFault();
  const config = loadConfig(process.env);
  const db = openDatabase({ url: requireDatabase(config), applicationName: 'operator', poolMax: 2 });
  try {
    const [url] = tronNodeUrls(config);
    const node = openNode({ url, timeoutMs: config.tronNodeTimeoutMs });
    const world = {
      db,
      assets: installedAssets(config),
      hot: hotSettings(config),
      node,
      openSigner: () => {
        const secret = loadSecrets(join(config.dataDir, 'secrets'), ['signer-secret'], process.env)['signer-secret'];
        return openSigner({ socketPath: config.signerSocket, secret, clock: systemClock, timeoutMs: 10_000 });
      },
      stakeSun: feeAccountSettings(config).stakeSun,
      isContract: (address: TronAddress) => hasCode(node, address),
      sharedSources: new Set(config.bonusSharedSources as readonly TronAddress[]),
      openPictures: () => openPictures(config),
      askSecret: (question: string) => readSecret(question, process.env),
    };
    const { text, done } = await command(world, subject, values, more);
    process.stdout.write(`${text}\n`);
    return done ? 0 : 1;
  } finally {
    await db.close();
  }
}

async function openPictures(config: Config): Promise<ObjectStore> {
  const secrets = loadSecrets(join(config.dataDir, 'secrets'), ['s3-secret-key'], process.env);
  return openObjectStore(pictureStoreOf(config, secrets['s3-secret-key']), systemClock);
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageFault || (error instanceof TypeError && 'code' in error))
    process.stderr.write(`${usage}\n`);
  else if (error instanceof OperatorRefusal) process.stderr.write(`${faultTexts[error.fault]}\n`);
  else throw error;
  process.exitCode = 2;
}
