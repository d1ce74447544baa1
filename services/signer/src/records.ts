import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describeRecord } from '@tern/signer/describe-record';
import { facts } from '@tern/signer/facts';
import { makeRecord } from '@tern/signer/make-record';
import { openStore } from '@tern/signer/open-store';
import { verifyRecord } from '@tern/signer/verify-record';
import { getAddress } from '@tern/tron/address';
import { toPrintable } from './to-printable.ts';

/** Writes the record of the store in this folder to a new file. */
export function writeRecord(directory: string, file: string): number {
  const store = openStore(directory);
  try {
    const hotAddress = store.findFact(facts.hotAddress);
    if (hotAddress === undefined) throw new Error('There is no seed yet, so there is nothing to record.');
    writeFileSync(file, makeRecord(store, getAddress(hotAddress)), { flag: 'wx' });
  } finally {
    store.close();
  }
  return sayRecord(file);
}

/** Verifies a record and says what is in it. It reads the file and nothing else. */
export function sayRecord(file: string): number {
  const bytes = readFileSync(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  process.stdout.write(
    `${toPrintable(describeRecord(verifyRecord(bytes.toString('utf8'))))}\nSHA-256 of the file: ${sha256}\n`,
  );
  return 0;
}
