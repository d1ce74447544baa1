import { createHash, createHmac } from 'node:crypto';

export type S3Credentials = { readonly accessKeyId: string; readonly secretKey: string; readonly region: string };

export type S3Request = {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly url: URL;
  /** Signed with the request, beside what is added here. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly at: Date;
};

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/**
 * The headers of a request to an S3-compatible store, signed with AWS Signature Version 4 over method, path, query, all
 * given headers and the hash of the body.
 */
export function signRequest(
  { accessKeyId, secretKey, region }: S3Credentials,
  { method, url, headers = {}, body = new Uint8Array(), at }: S3Request,
): Record<string, string> {
  const time = at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const sent: Record<string, string> = { ...headers, 'x-amz-content-sha256': sha256(body), 'x-amz-date': time };
  const signed = Object.entries({ ...sent, host: url.host })
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    method,
    url.pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .toSorted()
      .join('&'),
    ...signed.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    sent['x-amz-content-sha256'],
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretKey}`, day));
  const signature = hmac(key, toSign).toString('hex');
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`,
  };
}

/** As `encodeURIComponent`, with the few characters it leaves and the signature does not. */
export function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
