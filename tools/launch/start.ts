import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ConfigError } from '@tern/config/config-error';
import { readEnvironment } from '@tern/installation/environment';
import { findLauncher } from '@tern/installation/leftovers';
import { runFileOf } from '@tern/installation/processes';
import { describeInstallation } from './describe-installation.ts';
import { helpText } from './help.ts';
import { judgeProduction, listFaults } from './production/judge-production.ts';
import { resetInstallation } from './reset.ts';
import { runInstallation } from './run-installation.ts';
import { stopSignals } from './stop-signals.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h' },
      reset: { type: 'boolean' },
      yes: { type: 'boolean' },
      'from-sources': { type: 'boolean' },
      'without-api': { type: 'boolean' },
    },
  });
  if (values.help === true) {
    console.log(helpText());
    return 0;
  }
  refuseUnready(root);
  const installation = describeInstallation(root, process.env);
  const other = findLauncher(runFileOf(installation));
  if (other !== undefined) throw new Error(`This installation is already running (process ${other}).`);
  if (values.reset === true) await resetInstallation(installation, values.yes === true);
  const isFromSources = values['from-sources'] === true;
  if (isFromSources && installation.config.ternProfile === 'production')
    throw new Error('npm run dev is refused in the production profile.');
  return await runInstallation(installation, stopSignals(), {
    mode: isFromSources ? 'from-sources' : 'built',
    withoutApi: values['without-api'] === true,
  });
}

/** A production installation that cannot start is told everything at once, before anything is built or started. */
function refuseUnready(folder: string): void {
  const given = readEnvironment(folder, process.env);
  if (given['TERN_PROFILE'] !== 'production') return;
  const faults = listFaults(judgeProduction(folder, given));
  if (faults.length > 0)
    throw new ConfigError([...faults, { name: 'npm run production -- check', message: 'says the same with examples' }]);
}

// Whoever read the output may be gone, as with `npm start | head`: what runs is still taken down in order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  process.exitCode = await main();
} catch (error) {
  const expected = error instanceof ConfigError || (error instanceof Error && error.name !== 'AssertionFault');
  console.error(expected ? `\n${error.message}` : error);
  process.exitCode = 1;
}
