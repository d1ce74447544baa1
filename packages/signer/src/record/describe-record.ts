import { assetIds } from '@tern/money/asset';
import { formatAmount } from '@tern/money/format-amount';
import { assetDecimals } from '../asset-decimals.ts';
import { fingerprintOf } from '../page/fingerprint.ts';
import type { VerifiedRecord } from './verify-record.ts';

/** What a verified record says, for people. */
export function describeRecord({ signer, steps }: VerifiedRecord): string {
  const versions = steps.map(({ version, at, signedBy, witnesses, network }) => {
    const by =
      signedBy.length === 0 ? 'set on the machine of the signer, signed by nobody' : `signed by ${signedBy.join(', ')}`;
    const seen = witnesses.length === 0 ? '' : `; witnesses: ${witnesses.join(', ')}`;
    return `  version ${version}, ${at}: ${by}${network === undefined ? '' : `; network ${network}`}${seen}`;
  });
  const newest = steps.at(-1);
  if (newest === undefined) return '';
  const { document } = newest;
  return [
    `Every signature in the record fits, and no version before its newest, ${newest.version}, is missing.`,
    `Signer (hot wallet): ${signer}`,
    ...versions,
    'Policy of the newest version:',
    ...assetIds.map((id) => {
      const { perOrder, perDay } = document.limits[id];
      return `  ${id}: ${formatAmount(perOrder, assetDecimals[id])} for one order, ${formatAmount(perDay, assetDecimals[id])} for 24 hours`;
    }),
    `  fee limit: ${formatAmount(document.feeLimitMaxSun, assetDecimals.trx)} TRX`,
    `  cold address: ${document.coldAddress ?? 'none'}`,
    ...(document.owners === undefined
      ? []
      : [`  owners on chain: ${document.owners.threshold} of ${document.owners.addresses.join(', ')}`]),
    document.messages === undefined
      ? '  texts: none are signed'
      : `  texts: ${document.messages.perAddress} of one address, ${document.messages.perDay} of all in 24 hours`,
    ...(document.withoutStandby === true ? ['  standby: not needed, signatures leave although it lacks them'] : []),
    ...document.operators.map((key) => `  operator ${key.operator}: key ${fingerprintOf(key)}`),
    `Whether the signer has a version after ${newest.version}, the file cannot say: its last versions could have been cut off. The machine of the signer can, by a new record.`,
    'Compare the signer, the cold address and the keys with the signed checklist: the file cannot say whose the keys are.',
  ].join('\n');
}
