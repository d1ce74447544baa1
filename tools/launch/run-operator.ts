import { readArguments } from '../command-line/read-arguments.ts';
import { runServiceCommand } from './run-service-command.ts';

// `npm run operator -- …`: what lets operators in is the console's, which alone can; everything else reads as the worker.
const accessCommands = ['invite-first', 'custodian', 'break-glass'];

const args = process.argv.slice(2);
// None of these commands has an option, and without one the usage is all that there is. It is long in loading.
if (args.length === 0 || args.some((arg) => arg.startsWith('-'))) {
  const { usage } = await import('../../services/operator/src/operator-commands.ts');
  readArguments({ usage, words: [1, Infinity] });
}
process.exitCode = accessCommands.includes(args[0] ?? '')
  ? runServiceCommand('console', 'api/src/operator-access.ts', args)
  : runServiceCommand('worker', 'operator/src/start.ts', args);
