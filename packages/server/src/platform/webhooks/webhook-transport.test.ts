import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { webhookTransport } from './webhook-transport.ts';

// Goal: whoever names an address cannot have this installation ask inside, nor hold it up. Method: real servers, and a
// name that was judged as public and leads to this machine.
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([301, 302, 303, 307, 308])('W19 a webhook that answers %i is not followed', async (status) => {
  let asked = 0;
  const inside = await serve((_request, response) => {
    asked += 1;
    response.end();
  });
  const outside = await serve((_request, response) => response.writeHead(status, { location: inside }).end());
  const send = webhookTransport({ hosts: [inside, outside] });
  expect(await send({ url: `${outside}/`, headers: {}, body: '{}' })).toBe(status);
  expect(asked).toBe(0);
});

test('W19 a name that leads inside when the connection is made is not reached, whatever it led to before', async () => {
  const send = webhookTransport({ hosts: ['https://localhost'] });
  await expect(send({ url: 'https://localhost/', headers: {}, body: '{}' })).rejects.toThrow('no public address');
});

test('W19 an address that is no longer listed is not asked', async () => {
  let asked = 0;
  const origin = await serve((_request, response) => {
    asked += 1;
    response.end();
  });
  const send = webhookTransport({ hosts: [] });
  await expect(send({ url: `${origin}/`, headers: {}, body: '{}' })).rejects.toThrow('target-not-listed');
  expect(asked).toBe(0);
});

test('an answer that does not end is cut off, and its status counts', async () => {
  const origin = await serve((_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'.repeat(2_000)), 1);
    response.on('close', () => clearInterval(timer));
  });
  const send = webhookTransport({ hosts: [origin] });
  expect(await send({ url: `${origin}/`, headers: {}, body: '{}' })).toBe(200);
});
