/**
 * Loaded into a process before its own code (`node --import`): once the process says that it is ready, it tries to reach the
 * addresses of TESTKIT_STRANGERS, separated by commas, and writes into the file TESTKIT_SAID what came of each try.
 */
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';

const strangers = (process.env['TESTKIT_STRANGERS'] ?? '').split(',');
const file = process.env['TESTKIT_SAID'] ?? '';
if (file === '') throw new Error('TESTKIT_SAID is not set');

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : String(error));
const reach = (address: string): Promise<string> => {
  const [host = '', port = ''] = address.split(':');
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) });
    socket.once('connect', () => resolve('connected'));
    socket.once('error', (error) => resolve(nameOf(error)));
  });
};
const ask = (address: string): Promise<string> =>
  fetch(`http://${address}/`).then(
    () => 'answered',
    (error: unknown) => nameOf(error instanceof Error ? error.cause : error),
  );

async function askAll(): Promise<void> {
  const said = await Promise.all(strangers.flatMap((address) => [reach(address), ask(address)]));
  writeFileSync(file, JSON.stringify(said));
}

const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (text: string, ...more: never[]) => {
  if (text.includes('"ready":true')) void askAll();
  return write(text, ...more);
};
