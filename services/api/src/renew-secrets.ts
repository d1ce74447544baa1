import { join } from 'node:path';
import { ConfigError } from '@tern/config/config-error';
import { loadConfig } from '@tern/config/load-config';
import { loadSecrets } from '@tern/config/load-secrets';
import { requireDatabase } from '@tern/config/require-database';
import { openDatabase } from '@tern/db/database';
import { renewSecrets, rotatedSecrets } from '@tern/server/people/secret-rotation/public';

// `npm run production -- renew NAME` and `retire NAME`, which ends with 3 where something would be lost with the older keys.
const name = rotatedSecrets.find((each) => each === process.argv[2]);

async function main(): Promise<number> {
  if (name === undefined) throw new ConfigError([{ name: 'NAME', message: `one of ${rotatedSecrets.join(', ')}` }]);
  const config = loadConfig(process.env);
  const secrets = loadSecrets(join(config.dataDir, 'secrets'), rotatedSecrets, process.env);
  const db = openDatabase({ url: requireDatabase(config), applicationName: 'renew-secrets', poolMax: 2 });
  try {
    const { moved, left } = await renewSecrets(db, secrets, name);
    const lines = [
      `${name}: ${secrets[name].length} keys. Moved ${moved} values to the newest.`,
      ...(left.length === 0
        ? ['Nothing needs the older keys.']
        : ['The older keys are still needed by:', ...left.map(({ what, count }) => `  ${count} ${what}`)]),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    return left.length === 0 ? 0 : 3;
  } finally {
    await db.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
