import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '@tern/config/config-error';
import { planProcess } from '@tern/installation/processes';
import { databaseAddress, roleLogin } from '@tern/installation/role-urls';
import { describeInstallation } from './describe-installation.ts';

export type CommandService = 'api' | 'worker' | 'signer' | 'console';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Answers to hidden questions may come from the environment of the one who asks, for scripts. */
const passedOn = ['CUSTODIAN_CODE_1', 'CUSTODIAN_CODE_2', 'TERM'];

/**
 * Runs a command of a service, with the settings, secrets and database login that the service itself has in this installation.
 * `input` is its standard input; without it the command asks at the terminal. Returns the exit code.
 */
export function runServiceCommand(
  service: CommandService,
  entry: string,
  args: readonly string[],
  input?: string,
): number {
  try {
    const installation = describeInstallation(root, process.env);
    const own: Record<string, string> =
      service === 'signer' ? {} : { DATABASE_URL: roleLogin(installation, service, databaseAddress(installation)) };
    const plan = planProcess(installation, service, own, entry);
    const env = { ...plan.env, ...pick(process.env, passedOn) };
    const run = spawnSync(plan.command, [...plan.args, ...args], {
      cwd: plan.cwd,
      env,
      stdio: [input === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'],
      ...(input === undefined ? {} : { input }),
    });
    return run.status ?? 1;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    return 1;
  }
}

function pick(from: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
}
