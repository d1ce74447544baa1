import { msg } from '@lingui/core/macro';
import { paths } from '../../../shared/paths.ts';
import type { Answer } from './answer.ts';

const records = { to: paths.records, title: msg`Records` };
const transfer = { to: paths.transfer, title: msg`Transfer` };
const status = { to: paths.status, title: msg`Service status` };
const inside = msg`Transfers between people of this service settle at once and cost nothing.`;

/** What people ask about money that comes. */
export const receivingAnswers: readonly Answer[] = [
  {
    id: 'deposit',
    title: msg`My deposit has not arrived`,
    words: msg`missing, pending, not credited, incoming, token not shown`,
    says: ({ confirmations, arrival, coins }) => [
      msg`We credit a deposit once its block is final: after ${confirmations} confirmations, about ${arrival}. There is no minimum.`,
      msg`We credit only ${coins} on Tron. Other tokens are not credited, even if they have the same name.`,
      msg`If a deposit is unusual, our team reviews it first. You don’t need to do anything.`,
      msg`The wallet or exchange you sent from shows a transaction ID. Enter it, and we check on the chain what happened to your deposit.`,
    ],
    leads: [{ to: paths.depositSearch, title: msg`Missing deposit` }, status],
  },
  {
    id: 'network',
    title: msg`Which network and which address do I use?`,
    words: msg`wrong network, TRC-20, ERC-20, Ethereum, exchange`,
    says: () => [
      msg`Only Tron. Its addresses start with T.`,
      msg`Everything that arrives at your address on Tron in a listed coin is credited once its block is final, without a minimum. Coins sent on another network do not arrive and cannot be brought back by the service.`,
    ],
    leads: [{ to: paths.receive, title: msg`Receive` }],
  },
];

/** What people ask about transfers that did not go as they expected. */
export const stuckAnswers: readonly Answer[] = [
  {
    id: 'review',
    title: msg`My transfer is waiting for review`,
    words: msg`pending, stuck, waiting, not sent`,
    says: ({ reviewFrom, secondFrom }) => [
      msg`From a value of ${reviewFrom}, one of our team members reviews a transfer, and from ${secondFrom} two of them. On days when very much leaves the service, we also review smaller ones.`,
      msg`It has not been sent yet. Amount and fee are held until the review ends.`,
    ],
    leads: [records],
  },
  {
    id: 'rejected',
    title: msg`My transfer was rejected or failed`,
    words: msg`refused, refund, money back, declined`,
    says: () => [
      msg`Large transfers are reviewed by a person first. What is refused comes back with its fee, at once. We cannot always say why, and that alone does not mean that you did anything wrong.`,
      msg`If the network does not carry out a transfer, the amount and the fee come back too.`,
    ],
    leads: [
      { to: `${paths.records}?filter=failed`, title: msg`Records` },
      { to: paths.complaints, title: msg`Complaints` },
    ],
  },
  {
    id: 'cancel',
    title: msg`I sent to a wrong address. Can I cancel?`,
    words: msg`undo, mistake, reverse, get back`,
    says: () => [
      msg`As long as a transfer is pending review, you can cancel it in its record. The amount and the fee are then in your balance again.`,
      msg`Once it has left, a transfer on the chain cannot be taken back by anyone.`,
      msg`Only its receiver can send the money back. Save addresses you use often in your address book.`,
    ],
    leads: [records, { to: paths.addressBook, title: msg`Address book` }],
  },
];

/** What people ask before they send. */
export const sendingAnswers: readonly Answer[] = [
  {
    id: 'fees',
    title: msg`What does a transfer cost?`,
    words: msg`fee, energy, bandwidth, gas, TRX, expensive`,
    says: ({ feeMaximums }) => [
      msg`The fee is taken in the coin you send, shown before you confirm, and is the same afterwards in your records.`,
      msg`It follows what Tron charges for energy and bandwidth at that moment and is at most ${feeMaximums}. You need no TRX to send other coins.`,
      inside,
    ],
    leads: [transfer],
  },
  {
    id: 'limits',
    title: msg`How much can I send?`,
    words: msg`minimum, maximum, limit, daily, smallest, largest`,
    says: ({ minimums, maximum, daily }) => [
      msg`At least ${minimums}. At most a value of ${maximum} in one transfer and ${daily} in a day.`,
    ],
    leads: [transfer],
  },
  {
    id: 'duration',
    title: msg`How long does a transfer take?`,
    words: msg`time, slow, when does it arrive, confirmations`,
    says: ({ confirmations, arrival }) => [
      inside,
      msg`To other Tron addresses, it is final ${confirmations} confirmations after we send it to the network, which takes about ${arrival}. If it is reviewed, it waits for that first.`,
    ],
    leads: [records, status],
  },
];
