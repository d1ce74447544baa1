import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '@tern/config/config-error';
import { describeInstallation } from './describe-installation.ts';
import { planProcess } from './processes.ts';
import { databaseAddress, roleLogins } from './role-urls.ts';

// `run-command.ts worker operator.ts list`: a command of a service, with the settings, secrets and database login that
// the service itself has in this installation.
const [service, entry, ...args] = process.argv.slice(2);
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

if ((service !== 'worker' && service !== 'signer') || entry === undefined) {
  console.error('Usage: run-command.ts worker|signer <entry.ts> [arguments]');
  process.exitCode = 1;
} else {
  try {
    const installation = describeInstallation(root, process.env);
    const own =
      service === 'worker' ? { DATABASE_URL: roleLogins(installation, databaseAddress(installation)).urls.worker } : {};
    const plan = planProcess(installation, service, own, entry);
    // Answers to hidden questions may come from the environment of the one who asks, for scripts.
    const env = { ...plan.env, ...pick(process.env, ['OPERATOR_SECRET', 'TERM']) };
    const run = spawnSync(plan.command, [...plan.args, ...args], { cwd: plan.cwd, env, stdio: 'inherit' });
    process.exitCode = run.status ?? 1;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

function pick(from: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
}
