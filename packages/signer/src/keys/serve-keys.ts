import { createServer, type Socket } from 'node:net';
import { listenOnSocket } from '../listen-on-socket.ts';
import { answerQuestion } from './answer-question.ts';
import { lineBytesMax } from './key-protocol.ts';
import type { KeyStore } from './key-store.ts';

const idleMs = 10_000;

/** Serves keys on a unix socket that only this user, and the group of the socket's folder, can reach. */
export async function serveKeys(keys: KeyStore, socketPath: string): Promise<{ readonly close: () => Promise<void> }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.setTimeout(idleMs, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.length > lineBytesMax) socket.destroy();
      else if (text.endsWith('\n')) socket.end(`${JSON.stringify(answerQuestion(keys, text))}\n`);
    });
  });
  await listenOnSocket(server, socketPath, 'group');
  return {
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
