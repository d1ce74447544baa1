import { parseArgs } from 'node:util';
import { gates } from './gates.ts';
import { runGates } from './run-gates.ts';

const root = new URL('../..', import.meta.url).pathname;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
});
const unknown = positionals.filter((name) => !gates.some((gate) => gate.name === name));

if (values.help === true || unknown.length > 0) {
  if (unknown.length > 0) console.log(`There is no gate ${unknown.join(', ')}.\n`);
  const names = gates.map((gate) => gate.name).join(', ');
  console.log(`npm run check [-- <gate> …]\n\nGates: ${names}. Without a name all of them run.`);
  process.exitCode = unknown.length > 0 ? 1 : 0;
} else {
  const wanted = positionals.length === 0 ? gates : gates.filter((gate) => positionals.includes(gate.name));
  const failed = await runGates(root, wanted);
  if (failed.length > 0) console.log(`failed: ${failed.map(({ name }) => name).join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
