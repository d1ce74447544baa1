import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { EvidenceView } from '@tern/contracts/routes/console-reviews';
import { usdtDecimals } from '@tern/money/asset';
import { formatUnits } from '../../shared/format.ts';
import { formatTime } from '../../shared/format-time.ts';

/** A fact about a send in the operator's language. */
export function evidenceText({ about, facts }: EvidenceView): MessageDescriptor {
  const { incoming = 0, outgoing = 0, times = 0, until = '', usual = '0' } = facts;
  switch (about) {
    case 'balance-explained':
      return msg`Balance explained in full by the ledger: arrivals ${incoming}, departures ${outgoing}`;
    case 'factors':
      return msg`Trade password and authenticator passed for exactly this send`;
    case 'receiver-known':
      return times === 1
        ? msg`The person has sent to this receiver once before`
        : msg`The person has sent to this receiver ${times} times before`;
    case 'receiver-first-time':
      return times === 1
        ? msg`First send of this person to it; somebody else here has sent to it once`
        : msg`First send of this person to it; others here have sent to it ${times} times`;
    case 'receiver-first-by-anyone':
      return msg`First send to this receiver by anyone here`;
    case 'usual-amount':
      return msg`Of the person’s usual size`;
    case 'unusual-amount':
      return msg`${times} times the person’s usual amount of ${formatUnits(String(usual), usdtDecimals)} USDT`;
    case 'no-usual-amount':
      return msg`No usual amount: all earlier transfers of the person are from the 24 hours before this one`;
    case 'first-send':
      return msg`The person’s first send`;
    case 'known-device':
      return msg`No login from a new device within seven days`;
    case 'new-device':
      return msg`Logged in from a new device`;
    case 'factor-changed':
      return msg`A password, factor or contact was changed`;
    case 'young-account':
      return msg`The account is younger than 30 days`;
    case 'sender-seen-once':
      return msg`Most of it arrived from a sender this person had received nothing from before`;
    case 'day-total':
      return msg`More than usual leaves the house today`;
    case 'hold':
      return msg`New addresses are on hold until ${formatTime(String(until))}`;
  }
}
