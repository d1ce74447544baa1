import { runServiceCommand } from './run-service-command.ts';

// `run-command.ts worker operator/src/start.ts list`: a command below `services`, with what that process has.
const [service, entry, ...args] = process.argv.slice(2);

if ((service !== 'worker' && service !== 'signer') || entry === undefined) {
  console.error('Usage: run-command.ts worker|signer <entry> [arguments]');
  process.exitCode = 1;
} else {
  process.exitCode = runServiceCommand(service, entry, args);
}
