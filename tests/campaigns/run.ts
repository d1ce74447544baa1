import { setup } from '@tern/testkit/database-global-setup';
import { stopAllSystems } from '@tern/testkit/system/start-system';
import { asksForHelp } from '../../tools/command-line/read-arguments.ts';
import { CampaignRefused, type Campaign } from './campaign.ts';
import { capacityCampaign } from './capacity.ts';
import { catchUpCampaign } from './catch-up.ts';
import { crashesCampaign } from './crashes.ts';
import { depositsCampaign } from './deposits.ts';
import { diskFullCampaign } from './disk-full.ts';
import { picturesCampaign } from './pictures.ts';
import { yearCampaign } from './year.ts';

// `npm run campaign -- deposits --transactions 1000000`: the long form of a test, with its own database server.
const campaigns: Readonly<Record<string, Campaign>> = {
  capacity: capacityCampaign,
  'catch-up': catchUpCampaign,
  crashes: crashesCampaign,
  deposits: depositsCampaign,
  'disk-full': diskFullCampaign,
  pictures: picturesCampaign,
  year: yearCampaign,
};

function usage(): string {
  const lines = Object.entries(campaigns).flatMap(([name, campaign]) => [
    `  ${name}`,
    ...campaign.usage.map((line) => `      ${line}`),
  ]);
  return ['Usage: npm run campaign -- <name> [--option value …]', ...lines].join('\n');
}

/** `--name value` pairs; undefined where they are written in another way. */
function readOptions(args: readonly string[]): Record<string, string> | undefined {
  const options: Record<string, string> = {};
  for (let at = 0; at < args.length; at += 2) {
    const [name, value] = [args[at], args[at + 1]];
    if (name === undefined || !name.startsWith('--') || value === undefined) return undefined;
    options[name.slice(2)] = value;
  }
  return options;
}

const [name = '', ...args] = process.argv.slice(2);
const campaign = Object.hasOwn(campaigns, name) ? campaigns[name] : undefined;
const options = readOptions(args);
if (asksForHelp(process.argv.slice(2))) process.stdout.write(`${usage()}\n`);
else if (campaign === undefined || options === undefined) {
  process.stderr.write(`${usage()}\n`);
  process.exitCode = 2;
} else {
  const tearDown = await setup();
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      interruption.abort();
      process.stderr.write('stopping what was started …\n');
      void stopAllSystems()
        .then(tearDown)
        .finally(() => process.exit(130));
    });
  }
  const startedMs = performance.now();
  try {
    const { figures, violations } = await campaign.run(
      options,
      (line) => process.stdout.write(`${line}\n`),
      interruption.signal,
    );
    for (const violation of violations) process.stderr.write(`violation: ${violation}\n`);
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    const summary = { campaign: name, ...figures, violations: violations.length, seconds };
    process.stdout.write(`${JSON.stringify(summary)}\n`);
    if (violations.length > 0) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof CampaignRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  } finally {
    await tearDown();
  }
}
