import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { newSecret } from '@tern/config/create-secrets';
import { loadConfigOf } from '@tern/config/load-config';
import { readSecret } from '@tern/config/load-secrets';
import { secretFileVariable } from '@tern/config/secrets';
import { readEnvironment, type Environment } from '@tern/installation/environment';
import { commandsHelp, openOutsideServices } from './outside-services.ts';

// `npm run outside`: the systems of others that the wallet works with, to be tried beside `npm start`.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const usage = `Usage: npm run outside -- [--webhook-port 4362] [--screening-port 4363]
  Starts a receiver of webhooks and a screening service on this machine and writes what they are told. Makes screening-secret if
  the installation has none. Ctrl-C ends both.

${commandsHelp}`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'webhook-port': { type: 'string', default: '4362' },
      'screening-port': { type: 'string', default: '4363' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  if (values.help === true) return say(usage);
  const given = readEnvironment(root, process.env);
  if (given['TERN_PROFILE'] === 'production')
    throw new Error('npm run outside is refused in the production profile: it finds nothing against anybody.');
  const services = await openOutsideServices({
    screeningSecret: findScreeningSecret(given),
    ports: { webhooks: Number(values['webhook-port']), screening: Number(values['screening-port']) },
    tell: say,
  });
  say('Put these two lines into .env and start the wallet (npm start), or stop it and start it again:');
  for (const [name, value] of Object.entries(services.settings)) say(`  ${name}=${value}`);
  say(`Open a webhook to ${services.webhookUrl} in the console, and paste its secret here.`);
  say(commandsHelp);
  const lines = createInterface({ input: process.stdin });
  lines.on('line', services.take);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      lines.close();
      void services.close();
    });
  }
}

/** The secret of the installation in this folder; made like every other where there is none. */
function findScreeningSecret(given: Environment): string {
  const dataDir = resolve(root, loadConfigOf('launch', given).dataDir);
  const named = given[secretFileVariable('screening-secret')] ?? '';
  const file = named === '' ? join(dataDir, 'secrets/screening-secret') : named;
  if (!existsSync(file)) {
    // Passable, as the launcher makes it: the database may run as another user.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${newSecret()}\n`, { mode: 0o600, flag: 'wx' });
  }
  const read = readSecret('screening-secret', file);
  if ('fault' in read) throw new Error(read.fault);
  if (!('value' in read) || typeof read.value !== 'string') throw new Error(`${file} has no secret`);
  return read.value;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
