import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below what systems give to outgoing connections (from 32768 on Linux, 49152 elsewhere): a process that is killed and
 * started again finds its port free, whatever was connected meanwhile. Each worker of a test run has a part of its own.
 */
const [first, partSize, parts] = [20_000, 750, 16] as const;
const partStart = first + (Number(process.env['VITEST_POOL_ID'] ?? 0) % parts) * partSize;
// Another run on this machine has probably begun elsewhere.
let next = randomInt(partSize);

/** Ports nobody listens on now, all different, and none this process was given before as long as there are others. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const ports: number[] = [];
  for (let tried = 0; ports.length < count; tried += 1) {
    if (tried === partSize) throw new Error(`no ${count} free ports from ${partStart} on`);
    const port = partStart + (next++ % partSize);
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
