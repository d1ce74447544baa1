import { newId, type PersonId, type RecordId, type WalletId } from '@tern/base/ids';
import { units } from '@tern/money/units';
import { expect, test } from 'vitest';
import { newsOfRecord } from './record-news.ts';
import type { NewRecord } from './record.ts';

const record: NewRecord = {
  personId: newId<PersonId>(),
  walletId: newId<WalletId>(),
  type: 'incoming',
  direction: 'in',
  status: 'success',
  settlement: 'chain',
  assetId: 'usdt',
  amount: units(5n),
  payAddress: null,
  receiveAddress: null,
  source: { kind: 'deposit', id: '1' },
};
const told = (change: Partial<NewRecord>) =>
  newsOfRecord(newId<RecordId>(), { ...record, ...change }).map(({ event }) => event);

test.each([
  [{}, ['received']],
  [{ status: 'confirming' }, []],
  [{ status: 'failed' }, ['lost']],
  [{ folded: true }, []],
  [{ type: 'activation-reward' }, ['rewarded']],
  [{ type: 'airdrop-reward' }, ['rewarded']],
  [{ direction: 'out', status: 'withdrawing' }, []],
  [{ direction: 'out', status: 'pending-review' }, []],
  [{ direction: 'out', status: 'review-approved' }, ['review-approved']],
  [{ direction: 'out', status: 'review-rejected' }, ['review-rejected']],
  [{ direction: 'out', status: 'failed' }, ['send-failed']],
  [{ direction: 'out', status: 'cancelled' }, []],
  [{ direction: 'out', status: 'success' }, ['sent']],
  [{ direction: 'out', status: 'success', settlement: 'internal' }, ['sent']],
  [{ settlement: 'internal' }, ['received']],
  [{ direction: 'out', status: 'pending-review', settlement: 'internal' }, []],
  [{ type: 'swap', direction: 'out', status: 'success', settlement: 'internal' }, []],
] as const satisfies readonly (readonly [Partial<NewRecord>, readonly string[]])[])(
  'of a record that is %o the person hears %o',
  (change, expected) => {
    expect(told(change)).toEqual(expected);
  },
);
