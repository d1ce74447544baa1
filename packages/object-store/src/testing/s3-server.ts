import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@tern/base/clock';
import type { S3Credentials } from '../sign-request.ts';

export type S3Server = {
  readonly endpoint: string;
  readonly objects: Map<string, { readonly body: Buffer; readonly at: Date; readonly type: string }>;
  /** Answers every request with this status from now on; undefined works again. */
  fail: number | undefined;
  readonly close: () => Promise<void>;
};

/**
 * For tests: an S3-compatible server for one bucket on loopback. It checks signature, hash and age of each request from the
 * bytes on the wire, by a reading of the rules of its own.
 */
export async function startS3Server(credentials: S3Credentials, bucket: string): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const state: { fail: number | undefined } = { fail: undefined };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status, body } = answer(request, Buffer.concat(chunks));
      response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
    });
  });
  const answer = (request: IncomingMessage, body: Buffer): { status: number; body?: Buffer | string } => {
    if (state.fail !== undefined) return { status: state.fail };
    if (!isSigned(request, body, credentials)) return { status: 403 };
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const [, inBucket, name = ''] = path.split('/');
    if (inBucket !== bucket) return { status: 404, body: fault('NoSuchBucket') };
    if (request.method === 'PUT') {
      objects.set(name, { body, at: systemClock.now(), type: request.headers['content-type'] ?? '' });
      return { status: 200 };
    }
    if (request.method === 'DELETE') {
      objects.delete(name);
      return { status: 204 };
    }
    if (name !== '') {
      const found = objects.get(name);
      return found === undefined ? { status: 404, body: fault('NoSuchKey') } : { status: 200, body: found.body };
    }
    const wanted = new URLSearchParams(query);
    const after = wanted.get('continuation-token')?.slice('behind "'.length, -1) ?? wanted.get('start-after') ?? '';
    const names = [...objects.keys()].toSorted().filter((each) => each > after);
    const page = names.slice(0, Number(wanted.get('max-keys') ?? 1000));
    // In the form of a text that needs escapes, as the tokens of some services do.
    const rest =
      page.length < names.length
        ? `<IsTruncated>true</IsTruncated><NextContinuationToken>behind &quot;${page.at(-1)}&quot;</NextContinuationToken>`
        : '<IsTruncated>false</IsTruncated>';
    const contents = page.map(
      (each) =>
        `<Contents><Key>${each}</Key><LastModified>${objects.get(each)?.at.toISOString()}</LastModified></Contents>`,
    );
    return {
      status: 200,
      body: `<?xml version="1.0"?><ListBucketResult>${rest}${contents.join('')}</ListBucketResult>`,
    };
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    get fail() {
      return state.fail;
    },
    set fail(status) {
      state.fail = status;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const fault = (code: string): string => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;

function isSigned(request: IncomingMessage, body: Buffer, { accessKeyId, secretKey, region }: S3Credentials): boolean {
  const header = request.headers.authorization ?? '';
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (match === null) return false;
  const [, who, day = '', where, names = '', signature] = match;
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const time = String(request.headers['x-amz-date']);
  const ageMs = Math.abs(
    systemClock.nowMs() - Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')),
  );
  if (who !== accessKeyId || where !== region || !time.startsWith(day) || !(ageMs < 900_000)) return false;
  if (request.headers['x-amz-content-sha256'] !== bodyHash) return false;
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const sortedQuery = query
    .split('&')
    .filter((part) => part !== '')
    .toSorted()
    .join('&');
  const lines = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.split(';').includes(name))) return false;
  const canonical = `${request.method}\n${path}\n${sortedQuery}\n${lines.join('')}\n${names}\n${bodyHash}`;
  const canonicalHash = createHash('sha256').update(canonical).digest('hex');
  let key = createHmac('sha256', `AWS4${secretKey}`).update(day).digest();
  for (const part of [region, 's3', 'aws4_request']) key = createHmac('sha256', key).update(part).digest();
  const expected = createHmac('sha256', key)
    .update(`AWS4-HMAC-SHA256\n${time}\n${day}/${region}/s3/aws4_request\n${canonicalHash}`)
    .digest('hex');
  return expected === signature;
}
