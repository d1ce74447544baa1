import { connect, type Socket } from 'node:net';

/** A request as it goes over the wire. Written out beforehand: making it is not what is measured. */
export function writeRequest(request: {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}): Buffer {
  const headers = Object.entries({
    host: 'localhost',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(request.body)),
    ...request.headers,
  });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`POST ${request.path} HTTP/1.1\r\n${head}\r\n${request.body}`);
}

/**
 * Sends the requests, each once, over as many connections that stay open: a closed loop. Stops after `seconds`, or when
 * there are none left. Answers per second; throws when an answer is not 200.
 */
export async function driveHttp(options: {
  readonly port: number;
  readonly clients: number;
  readonly seconds: number;
  readonly requests: Buffer[];
}): Promise<number> {
  const start = performance.now();
  const until = start + options.seconds * 1000;
  let answers = 0;
  const client = async (): Promise<void> => {
    const connection = await openConnection(options.port);
    try {
      while (performance.now() < until) {
        const request = options.requests.pop();
        if (request === undefined) return;
        const answer = await connection.ask(request);
        if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(`the API answered:\n${answer}`);
        answers += 1;
      }
    } finally {
      connection.socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: options.clients }, client));
  return (answers / (performance.now() - start)) * 1000;
}

export type Connection = { readonly socket: Socket; readonly ask: (request: Buffer) => Promise<string> };

/** A connection that stays open: one request after the other. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let heard = '';
  let waiting: PromiseWithResolvers<string> | undefined;
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    heard += chunk;
    if (!isWhole(heard)) return;
    waiting?.resolve(heard);
    heard = '';
  });
  const opened = Promise.withResolvers<undefined>();
  socket.on('connect', () => opened.resolve(undefined));
  const fail = (error: Error): void => {
    opened.reject(error);
    waiting?.reject(error);
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the API closed a connection')));
  await opened.promise;
  return {
    socket,
    ask: (request) => {
      waiting = Promise.withResolvers<string>();
      socket.write(request);
      return waiting.promise;
    },
  };
}

/** Whether an answer is there to its end: one is read before the next is asked for. */
function isWhole(text: string): boolean {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return false;
  const length = /^content-length: (\d+)$/im.exec(text.slice(0, headEnd))?.[1];
  return length === undefined ? text.endsWith('0\r\n\r\n') : text.length >= headEnd + 4 + Number(length);
}
