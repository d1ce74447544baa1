import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manualClock } from '@tern/base/clock';
import { findCertificateFault, pinOf, readIdentity } from '@tern/base/pinned-certificate';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from './make-certificate.ts';
import { describePins, writeCertificates } from './write-certificates.ts';

const from = new Date('2026-01-01T00:00:00Z');

test.each(['2028-02-29T12:34:56Z', '2049-12-31T23:59:59Z', '2051-07-01T00:00:00Z'])(
  'K13 a certificate until %s reads back as it was meant',
  (text) => {
    const to = new Date(text);
    const { keyPem, certificatePem } = makeCertificate('wallet worker', { from, to });
    const certificate = new X509Certificate(certificatePem);
    expect(certificate.subject).toBe('CN=wallet worker');
    expect(certificate.issuer).toBe('CN=wallet worker');
    expect([certificate.validFromDate, certificate.validToDate]).toEqual([from, to]);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.ca).toBe(false);
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
    expect(readIdentity(`${keyPem}${certificatePem}`)).toEqual({ keyPem, certificatePem });
    const pins = [pinOf(certificate)];
    expect(findCertificateFault(certificate, { pins, nowMs: to.getTime() - 1 })).toBeUndefined();
    expect(findCertificateFault(certificate, { pins, nowMs: to.getTime() })).toContain('ended');
    expect(findCertificateFault(certificate, { pins, nowMs: from.getTime() - 1 })).toContain('begins');
    expect(findCertificateFault(certificate, { pins: [], nowMs: from.getTime() })).toContain('no pin');
    expect(findCertificateFault(undefined, { pins, nowMs: from.getTime() })).toContain('no certificate');
  },
);

test('K13 no two certificates share a key or a number, and a key of another is refused', () => {
  const to = new Date('2028-01-01T00:00:00Z');
  const [one, other] = [makeCertificate('a', { from, to }), makeCertificate('a', { from, to })];
  const [first, second] = [new X509Certificate(one.certificatePem), new X509Certificate(other.certificatePem)];
  expect(first.serialNumber).not.toBe(second.serialNumber);
  expect(pinOf(first)).not.toBe(pinOf(second));
  expect(() => readIdentity(one.keyPem + other.certificatePem)).toThrow('not over its private key');
  expect(() => readIdentity(one.certificatePem)).toThrow('one PRIVATE KEY');
  expect(() => readIdentity(one.keyPem + one.certificatePem + other.certificatePem)).toThrow('one CERTIFICATE');
});

test('K13 the files are their owner’s alone, nothing is overwritten, and the pins are said', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'certificates-')), 'new');
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true }));
  const clock = manualClock(from);
  const pins = writeCertificates(folder, ['signer', 'worker'], clock);
  const file = join(folder, 'signer-tls-worker');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const pin = pinOf(new X509Certificate(readIdentity(readFileSync(file, 'utf8')).certificatePem));
  expect(describePins(pins)).toEqual(
    expect.arrayContaining([`SIGNER_PINS=${pins.get('signer')}`, `SIGNER_CLIENTS=worker:${pin}`]),
  );
  expect(() => writeCertificates(folder, ['operator', 'worker'], clock)).toThrow('there already');
  expect(() => statSync(join(folder, 'signer-tls-operator'))).toThrow('ENOENT');
});
