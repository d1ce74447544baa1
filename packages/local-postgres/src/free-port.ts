import { createServer } from 'node:net';

/** A TCP port of the loopback interface that is free now; with `wanted`, that one, or an error that says it is taken. */
export async function freePort(wanted = 0): Promise<number> {
  const probe = createServer();
  return await new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${wanted}, meant for the database, is taken`) : error);
    });
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : wanted;
      probe.close(() => resolve(port));
    });
  });
}
