import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePorts } from './free-ports.ts';

test('ports are free, different each time, and none an outgoing connection could be given', async () => {
  const [given, more] = [await freePorts(6), await freePorts(6)];
  expect(new Set([...given, ...more]).size).toBe(12);
  for (const port of given) {
    expect(port).toBeLessThan(32_768);
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
  }
});

test('a port somebody listens on is passed over', async () => {
  const [before = 0] = await freePorts(1);
  const taken = createServer().listen(before + 1, '127.0.0.1');
  await once(taken, 'listening');
  expect(await freePorts(6)).not.toContain(before + 1);
  taken.close();
  await once(taken, 'close');
});
