import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A key and a certificate that it signed itself, for one host name. */
export type TestCertificate = { readonly key: string; readonly cert: string };

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length =
    body.length < 0x80
      ? Buffer.of(body.length)
      : body.length < 0x1_00
        ? Buffer.of(0x81, body.length)
        : Buffer.of(0x82, body.length >> 8, body.length & 0xff);
  return Buffer.concat([Buffer.of(tag), length, body]);
};
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const integer = (bytes: Buffer): Buffer => der(0x02, Buffer.concat([Buffer.of(1), bytes]));
const time = (at: Date): Buffer => der(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`));

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), der(0x04, value));

/** Made anew each time: no key lies in the repository. */
export function makeTestCertificate({
  host,
  from = new Date(Date.now() - 86_400_000),
  until = new Date(Date.now() + 86_400_000),
}: {
  readonly host: string;
  readonly from?: Date;
  readonly until?: Date;
}): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(host)))));
  const extensions = sequence(
    // Its own authority, for this name.
    extension('551d13', sequence(der(0x01, Buffer.of(0xff)))),
    extension('551d11', sequence(der(0x82, Buffer.from(host)))),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    integer(randomBytes(16)),
    ecdsaWithSha256,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(body, ecdsaWithSha256, der(0x03, Buffer.concat([Buffer.of(0), signature])));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}
