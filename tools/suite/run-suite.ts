import { parseArgs } from 'node:util';
import { browserStage } from './browser-stage.ts';
import { describeRuns, type Run } from './describe-runs.ts';
import { ensureBrowser } from './ensure-browser.ts';
import { evidenceStage } from './evidence-stage.ts';
import { gatesStage } from './gates-stage.ts';
import type { Stage } from './stage.ts';
import { vitestStage } from './vitest-stage.ts';

const root = new URL('../..', import.meta.url).pathname;

const stages: readonly Stage[] = [
  gatesStage,
  vitestStage('unit', 120),
  vitestStage('database', 270),
  vitestStage('flow', 330),
  browserStage,
  evidenceStage,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
});
const unknown = positionals.filter((name) => !stages.some((stage) => stage.name === name));

if (values.help === true || unknown.length > 0) {
  if (unknown.length > 0) console.log(`There is no stage ${unknown.join(', ')}.\n`);
  console.log(
    `npm test [-- <stage> …]\n\nStages: ${stages.map(({ name }) => name).join(', ')}. Without a name all run.`,
  );
  process.exitCode = unknown.length > 0 ? 1 : 0;
} else {
  await runSuite(positionals.length === 0 ? stages : stages.filter(({ name }) => positionals.includes(name)));
}

/** Runs the stages one after the other; the last line is the count, and nothing else stands on it. */
async function runSuite(wanted: readonly Stage[]): Promise<void> {
  // Before the first test: nobody waits a quarter of an hour to read what was missing from the start.
  const browser = wanted.includes(browserStage) ? await ensureBrowser() : undefined;
  if (browser !== undefined && 'missing' in browser) {
    console.log(browser.missing);
    process.exitCode = 1;
    return;
  }
  const runs: Run[] = [];
  for (const stage of wanted) {
    console.log(`\n── ${stage.name} ${'─'.repeat(Math.max(0, 60 - stage.name.length))}`);
    const startedMs = performance.now();
    const result = await stage.run(root);
    runs.push({ stage, result, seconds: (performance.now() - startedMs) / 1000 });
  }
  const report = describeRuns(runs);
  console.log(`\n${report.text}`);
  process.exitCode = report.isGood ? 0 : 1;
}
