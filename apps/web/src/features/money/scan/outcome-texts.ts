import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ScanOutcome } from './scan-outcome.ts';

type Told = Exclude<ScanOutcome['kind'], 'go' | 'choose-coin' | 'wallet-connect'>;

/** Why a code cannot be used. */
export const outcomeTexts: Readonly<Record<Told, MessageDescriptor>> = {
  unknown: msg`Please scan the correct QR code`,
  several: msg`There is more than one code in the picture. Show only the one you mean.`,
  'evm-address': msg`This is not a Tron address. It belongs to Ethereum or a similar network, and anything sent there from here would be lost.`,
  'token-not-held': msg`This code asks for a token that this wallet doesn’t support. Ask for a code without it, or for another token.`,
};
