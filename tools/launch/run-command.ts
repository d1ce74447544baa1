import { runServiceCommand } from './run-service-command.ts';

// `run-command.ts worker operator.ts list`: a command of a service, as that service.
const [service, entry, ...args] = process.argv.slice(2);

if ((service !== 'worker' && service !== 'signer') || entry === undefined) {
  console.error('Usage: run-command.ts worker|signer <entry.ts> [arguments]');
  process.exitCode = 1;
} else {
  process.exitCode = runServiceCommand(service, entry, args);
}
