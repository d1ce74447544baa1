import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '@tern/config/config-error';
import { loadConfigOf } from '@tern/config/load-config';
import { readSecret } from '@tern/config/load-secrets';
import { requireOwnerLogin } from '@tern/config/require-database';
import { secretFileVariable } from '@tern/config/secrets';
import { describeSchema } from '@tern/db/hash-schema';
import { planMigrations } from '@tern/db/migrate';
import type { Way } from '@tern/db/read-migrations';
import { roles, type Role } from '@tern/db/roles';
import { readEnvironment, type Environment } from '@tern/installation/environment';
import { readArguments } from '../command-line/read-arguments.ts';
import { migrateDatabase } from './migrate-database.ts';

// `npm run migrate`: what `npm start` does to the database before it starts a process, for machines without a launcher.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const usage = `Usage: npm run migrate [-- --plan]
  Brings the database to the schema of this version, with the owner's connection in DATABASE_URL, whose password may be the
  secret database-password-owner, and gives each role whose secret database-password-… is here that password. --plan says what it would do and changes nothing. It may be run on
  several machines at once: one does the work, the others wait. Run it before the processes of this version are started.
`;

const passwordNames = {
  tern_api: 'database-password-api',
  tern_worker: 'database-password-worker',
  tern_console: 'database-password-console',
} as const satisfies Record<Role, string>;

async function main(): Promise<number> {
  const { values } = readArguments({ usage, options: { plan: { type: 'boolean' } } });
  const given = readEnvironment(root, process.env);
  const config = loadConfigOf('migrate', given);
  const dataDir = resolve(root, config.dataDir);
  const url = requireOwnerLogin({ databaseUrl: config.databaseUrl, dataDir }, given);
  if (values.plan === true) return say(await describePlan(url));
  const passwords = readPasswords(join(dataDir, 'secrets'), given);
  await migrateDatabase({ url, passwords });
  const kept = roles.filter((role) => passwords[role] === undefined);
  if (kept.length > 0) say(`  The logins of ${kept.join(', ')} are as they were: their passwords are not here.`);
  return 0;
}

const ways = {
  transaction: '',
  statements: ' (takes as long as its tables are large; nobody waits for it)',
  batches: ' (takes as long as its table is large, a few rows at a time)',
} as const satisfies Record<Way, string>;

async function describePlan(url: string): Promise<string> {
  const { applied, due } = await planMigrations({ url });
  const has = applied.length === 0 ? 'The database is empty.' : `The database has ${describeSchema(applied)}.`;
  if (due.length === 0) return `${has}\nNothing to apply.`;
  const lines = due.map(
    ({ name, way, contract }) =>
      `  ${name}${ways[way]}${contract ? ' (the version before cannot run afterwards)' : ''}`,
  );
  return [has, `${due.length} to apply:`, ...lines].join('\n');
}

/** Of the roles whose secret is on this machine. A file that is open to others, or empty, is a fault all the same. */
function readPasswords(dir: string, given: Environment): Partial<Record<Role, string>> {
  const passwords: Partial<Record<Role, string>> = {};
  for (const role of roles) {
    const name = passwordNames[role];
    const read = readSecret(name, given[secretFileVariable(name)] || join(dir, name));
    if ('fault' in read) throw new ConfigError([{ name: `secret ${name}`, message: read.fault }]);
    if ('value' in read) passwords[role] = String(read.value);
  }
  return passwords;
}

function say(text: string): number {
  process.stdout.write(`${text.trimEnd()}\n`);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
