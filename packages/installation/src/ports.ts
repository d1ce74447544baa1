import { createServer } from 'node:net';

export type WantedPort = { readonly setting: string; readonly port: number; readonly host: string };

/** One sentence per port that somebody else listens on, each naming the setting that moves it; two settings with one port too. */
export async function findTakenPorts(wanted: readonly WantedPort[]): Promise<readonly string[]> {
  const twice = wanted.filter(({ port }, index) => wanted.findIndex((other) => other.port === port) < index);
  const free = await Promise.all(wanted.map(isFree));
  return [
    ...twice.map(({ setting, port }) => `Port ${port} is given twice; set ${setting} to another one.`),
    ...wanted
      .filter((_, index) => free[index] === false)
      .map(
        ({ setting, port }) =>
          `Port ${port} is taken by another program. Stop that program, or set ${setting} to a free port, for example: ${setting}=${port + 1000} npm start`,
      ),
  ];
}

async function isFree({ port, host }: WantedPort): Promise<boolean> {
  const probe = createServer();
  return await new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else if (error.code === 'EACCES') reject(new Error(`Port ${port} may not be opened by this user.`));
      else reject(error);
    });
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
