import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { answerQuestion } from './answer-question.ts';
import { lineBytesMax } from './key-protocol.ts';
import type { KeyStore } from './key-store.ts';

const idleMs = 10_000;

/** Serves keys on a unix socket that only this user, and the group of the socket's folder, can reach. */
export async function serveKeys(keys: KeyStore, socketPath: string): Promise<{ readonly close: () => Promise<void> }> {
  mkdirSync(dirname(socketPath), { recursive: true, mode: 0o700 });
  rmSync(socketPath, { force: true });
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
  const mask = process.umask(0o117);
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(socketPath, done);
  });
  process.umask(mask);
  chmodSync(socketPath, 0o660);
  return {
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
