import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { postOutside } from './post-outside.ts';

// Goal: whatever a receiver does, it has answered or it has not, and nobody waits for it for ever. Method: bytes that no
// ordinary server sends.
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A receiver that answers every connection with these bytes, whatever it is asked. */
async function answering(answer: string, { ends = false } = {}): Promise<URL> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => (ends ? socket.end(answer) : socket.write(answer)));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

test('an answer whose body breaks off has its status', async () => {
  const url = await answering('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', { ends: true });
  expect(await postOutside(url, { headers: {}, body: '{}' })).toBe(200);
});

test.each([
  ['nothing', ''],
  ['half a head', 'HTTP/1.1 200 O'],
  ['what only comes before an answer', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
])('%s is no answer', async (_, answer) => {
  const url = await answering(answer, { ends: true });
  await expect(postOutside(url, { headers: {}, body: '{}' })).rejects.toThrow();
});

test('a receiver that wants to speak another protocol has answered', async () => {
  const url = await answering('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: tls/1.0\r\n\r\n');
  expect(await postOutside(url, { headers: {}, body: '{}' })).toBe(101);
});
