import { assetIds, type AssetId } from '@tern/money/asset';
import { formatAmount } from '@tern/money/format-amount';
import { fingerprintOf } from '../page/fingerprint.ts';
import type { VerifiedRecord } from './verify-record.ts';

const decimals: Readonly<Record<AssetId, number>> = { trx: 6, usdt: 6, reward: 18 };

/** What a verified record says, for people. */
export function describeRecord({ signer, steps }: VerifiedRecord): string {
  const versions = steps.map(({ version, at, signedBy, witnesses, network }) => {
    const by =
      signedBy.length === 0 ? 'set on the machine of the signer, signed by nobody' : `signed by ${signedBy.join(', ')}`;
    const seen = witnesses.length === 0 ? '' : `; witnesses: ${witnesses.join(', ')}`;
    return `  version ${version}, ${at}: ${by}${network === undefined ? '' : `; network ${network}`}${seen}`;
  });
  const document = steps.at(-1)?.document;
  if (document === undefined) return '';
  return [
    'The record is whole, and every signature in it fits.',
    `Signer (hot wallet): ${signer}`,
    ...versions,
    'Policy of the newest version:',
    ...assetIds.map((id) => {
      const { perOrder, perDay } = document.limits[id];
      return `  ${id}: ${formatAmount(perOrder, decimals[id])} for one order, ${formatAmount(perDay, decimals[id])} for 24 hours`;
    }),
    `  fee limit: ${formatAmount(document.feeLimitMaxSun, decimals.trx)} TRX`,
    `  cold address: ${document.coldAddress ?? 'none'}`,
    ...(document.owners === undefined
      ? []
      : [`  owners on chain: ${document.owners.threshold} of ${document.owners.addresses.join(', ')}`]),
    document.messages === undefined
      ? '  texts: none are signed'
      : `  texts: ${document.messages.perAddress} of one address, ${document.messages.perDay} of all in 24 hours`,
    ...document.operators.map((key) => `  operator ${key.operator}: key ${fingerprintOf(key)}`),
    'Compare the signer, the cold address and the keys with the signed checklist: the file cannot say whose the keys are.',
  ].join('\n');
}
