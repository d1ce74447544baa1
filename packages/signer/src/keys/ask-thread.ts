import '@tern/base/guard-sockets';
import { createConnection } from 'node:net';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { limitEgress } from '@tern/base/limit-egress';

// A thread has sockets of its own. These lead to sockets of this machine's files alone.
limitEgress([]);

// Asks the key service while the signer waits: the steps from the check of a limit to the signature that counts against it
// stay one, as with keys in the process itself.
const { socketPath, timeoutMs, flag } = workerData as {
  readonly socketPath: string;
  readonly timeoutMs: number;
  readonly flag: Int32Array;
};

parentPort?.once('message', ({ port }: { readonly port: MessagePort }) => {
  port.on('message', ({ id, line }: { readonly id: number; readonly line: string }) => ask(port, id, line));
});

function ask(port: MessagePort, id: number, line: string): void {
  const socket = createConnection(socketPath);
  let text = '';
  let told = false;
  const tell = (reply: object): void => {
    if (told) return;
    told = true;
    clearTimeout(timer);
    socket.destroy();
    port.postMessage({ id, ...reply });
    Atomics.add(flag, 0, 1);
    Atomics.notify(flag, 0);
  };
  const timer = setTimeout(() => tell({ fault: 'it did not answer in time' }), timeoutMs);
  socket.on('connect', () => socket.write(`${line}\n`));
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  socket.on('error', ({ message }) => tell({ fault: message }));
  socket.on('end', () => tell({ text }));
}
