import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@tern/base/clock';
import { pinOf } from '@tern/base/pinned-certificate';
import { makeCertificate } from './make-certificate.ts';

export const certificateHolders = ['signer', 'worker', 'operator'] as const;
export type CertificateHolder = (typeof certificateHolders)[number];

/** Two years: long enough that replacing it is planned, short enough that somebody still knows how. */
const lifetimeMs = 730 * 24 * 60 * 60 * 1_000;
/** So that a clock that is behind takes it too. */
const marginMs = 60 * 60 * 1_000;

/** The file of a holder's key and certificate, as the secrets of an installation are named. */
export function certificateFile(holder: CertificateHolder): string {
  return holder === 'signer' ? 'signer-tls' : `signer-tls-${holder}`;
}

/**
 * Makes a key and a certificate for each holder, one file each in `folder`, which only this user can read. Returns the pins, which
 * are no secret.
 * @throws Error where a file is there already: nothing is overwritten
 */
export function writeCertificates(
  folder: string,
  holders: readonly CertificateHolder[],
  clock: Clock,
): ReadonlyMap<CertificateHolder, string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const there = holders.map((holder) => join(folder, certificateFile(holder))).find((file) => existsSync(file));
  if (there !== undefined) throw new Error(`${there} is there already. Name another folder.`);
  const term = { from: new Date(clock.nowMs() - marginMs), to: new Date(clock.nowMs() + lifetimeMs) };
  return new Map(
    holders.map((holder) => {
      const { keyPem, certificatePem } = makeCertificate(`wallet ${holder}`, term);
      writeFileSync(join(folder, certificateFile(holder)), keyPem + certificatePem, { mode: 0o600, flag: 'wx' });
      return [holder, pinOf(new X509Certificate(certificatePem))] as const;
    }),
  );
}

/** What goes into the settings of whom, in lines. */
export function describePins(pins: ReadonlyMap<CertificateHolder, string>): readonly string[] {
  const clients = [...pins].filter(([holder]) => holder !== 'signer').map(([holder, pin]) => `${holder}:${pin}`);
  const signer = pins.get('signer');
  return [
    ...(signer === undefined ? [] : ['Where workers and operators are:', `SIGNER_PINS=${signer}`]),
    ...(clients.length === 0 ? [] : ['Where the signer is:', `SIGNER_CLIENTS=${clients.join(',')}`]),
  ];
}
