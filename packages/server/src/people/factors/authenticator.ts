import { generateSecret, generateURI, NobleCryptoPlugin, ScureBase32Plugin, TOTP } from 'otplib';

const totp = new TOTP({
  crypto: new NobleCryptoPlugin(),
  base32: new ScureBase32Plugin(),
  period: 30,
  digits: 6,
  algorithm: 'sha1',
});

// The step before is good for the first ten seconds of a step: time to type and send. The next one never is.
const epochTolerance: [number, number] = [10, 0];

/** A new authenticator key: 160 random bits in base32. */
export function newAuthenticatorSecret(): string {
  return generateSecret({ length: 20 });
}

/** The `otpauth:` address an authenticator app scans. */
export function authenticatorUri({
  secret,
  issuer,
  label,
}: {
  readonly secret: string;
  readonly issuer: string;
  readonly label: string;
}): string {
  return generateURI({ strategy: 'totp', issuer, label, secret });
}

/** The 30-second step a code belongs to at server time `nowMs`; undefined when it is good for none. */
export async function findStep(secret: string, code: string, nowMs: number): Promise<number | undefined> {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const result = await totp.verify(code, { secret, epoch: Math.floor(nowMs / 1000), epochTolerance });
  return result.valid ? result.timeStep : undefined;
}
