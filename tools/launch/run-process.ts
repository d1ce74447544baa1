import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withoutLogin } from '@tern/base/login-url';
import { loadConfigOf } from '@tern/config/load-config';
import { secretFileVariable } from '@tern/config/secrets';
import { readEnvironment, type Environment } from '@tern/installation/environment';
import { planProcess } from '@tern/installation/processes';
import { readArguments } from '../command-line/read-arguments.ts';

// `npm run process -- api`: one process as the launcher would start it, in place of this one, on a machine that may have
// nothing but what this process needs. It builds nothing, migrates nothing and starts nothing else.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const names = ['api', 'console', 'worker', 'signer'] as const;
type Name = (typeof names)[number];

const usage = `Usage: npm run process -- ${names.join('|')}
  Runs one process of the installation in place of this one, until it is stopped. It builds nothing and migrates nothing.
`;

function replaceBy(name: Name): never {
  const given = readEnvironment(root, process.env);
  const config = loadConfigOf(name, given);
  const dataDir = resolve(root, config.dataDir);
  const secretsDir = join(dataDir, 'secrets');
  const database = name === 'signer' ? {} : addressFor(name, { given, databaseUrl: config.databaseUrl, secretsDir });
  const { command, args, env } = planProcess({ root, config, given, dataDir, secretsDir }, name, database);
  if (process.execve === undefined) throw new Error('This system cannot replace a process: start the file itself.');
  process.chdir(root);
  // The same process goes on as the other program: signals and exit code are its own, and nothing of ours stays in memory.
  return process.execve(command, [command, ...args], env);
}

/** With the process's own login where its password is here: the address may be the one that migrations use. */
function addressFor(
  name: Exclude<Name, 'signer'>,
  around: { readonly given: Environment; readonly databaseUrl: string | undefined; readonly secretsDir: string },
): Readonly<Record<string, string>> {
  const { given, databaseUrl, secretsDir } = around;
  if (databaseUrl === undefined) return {};
  const secret = `database-password-${name}` as const;
  const isHere = existsSync(given[secretFileVariable(secret)] || join(secretsDir, secret));
  return { DATABASE_URL: isHere ? withoutLogin(databaseUrl) : databaseUrl };
}

try {
  const [given] = readArguments({ usage, words: [1, 1] }).positionals;
  const name = names.find((each) => each === given);
  if (name === undefined) throw new Error(usage.trimEnd());
  replaceBy(name);
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
