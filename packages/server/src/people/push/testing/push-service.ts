import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Arrived = {
  readonly path: string;
  readonly topic: string;
  /** Seconds for which it is to be kept. */
  readonly ttl: string;
  readonly urgency: string;
  readonly body: Buffer;
  /** The claims of a sender whose signature is right. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
  /** Public key the sender showed. */
  readonly key: string;
};

export type PushService = {
  readonly url: string;
  readonly arrived: Arrived[];
  /** What each path is answered with instead of 201. */
  readonly answers: Map<string, number>;
  readonly close: () => Promise<void>;
};

/** A push service on loopback that takes nothing without a right signature, as real ones do. Port 0 is any free one. */
export async function openPushService(port = 0): Promise<PushService> {
  const arrived: Arrived[] = [];
  const answers = new Map<string, number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const proof = readVapid(request.headers.authorization ?? '');
      if (proof === undefined || request.headers['content-encoding'] !== 'aes128gcm') {
        response.writeHead(403).end();
        return;
      }
      const status = answers.get(path) ?? 201;
      if (status === 201) {
        const [topic = '', ttl = '', urgency = ''] = ['topic', 'ttl', 'urgency'].map((name) =>
          String(request.headers[name]),
        );
        arrived.push({ path, topic, ttl, urgency, body: Buffer.concat(chunks), ...proof });
      }
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    answers,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function readVapid(header: string): Pick<Arrived, 'claims' | 'key'> | undefined {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return undefined;
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) return undefined;
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Arrived['claims'], key };
}
