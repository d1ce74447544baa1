import { runServiceCommand } from './run-service-command.ts';

// `npm run operator -- …`: what lets operators in is the console's, which alone can; everything else reads as the worker.
const accessCommands = ['invite-first', 'custodian', 'break-glass'];

const args = process.argv.slice(2);
process.exitCode = accessCommands.includes(args[0] ?? '')
  ? runServiceCommand('console', 'api/src/operator-access.ts', args)
  : runServiceCommand('worker', 'operator/src/start.ts', args);
