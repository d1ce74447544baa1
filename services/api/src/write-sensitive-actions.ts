import { writeFileSync } from 'node:fs';
import { describeSensitiveActions } from './describe-sensitive-actions.ts';

const page = new URL('../../../docs/security/sensitive-actions.md', import.meta.url);
const [argument] = process.argv.slice(2);
if (argument === undefined) writeFileSync(page, describeSensitiveActions());
else {
  const asksForHelp = argument === '--help';
  if (!asksForHelp) process.stderr.write(`“${argument}” is one argument too many.\n`);
  process.stdout.write('Usage: npm run sensitive-actions\n  Writes docs/security/sensitive-actions.md.\n');
  process.exitCode = asksForHelp ? 0 : 2;
}
