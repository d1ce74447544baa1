import { units } from '@tern/money/units';
import { findAddressFromBytes, type TronAddress } from '@tern/tron/address';
import { buildTokenTransfer } from '@tern/tron/build-token-transfer';
import { buildTransfer } from '@tern/tron/build-transfer';
import { encodeRawTransaction } from '@tern/tron/encode-raw-transaction';
import { expect, test } from 'vitest';
import { readPayment } from './read-payment.ts';

const addressOf = (digit: string): TronAddress => {
  const address = findAddressFromBytes(Buffer.from(`41${digit.repeat(40)}`, 'hex'));
  if (address === undefined) throw new Error('not an address');
  return address;
};
const [ana, shop, usdt, other] = [addressOf('1'), addressOf('2'), addressOf('5'), addressOf('7')];
const given = { address: ana, contracts: { usdt } };
const frame = {
  refBlock: { number: 77, id: `${'0'.repeat(14)}4d${'ab'.repeat(24)}`, timeMs: 1_767_225_600_000 },
  expirationMs: 1_767_225_660_000,
  timestampMs: 1_767_225_600_000,
};
const hex = (transaction: Parameters<typeof encodeRawTransaction>[0]) =>
  Buffer.from(encodeRawTransaction(transaction)).toString('hex');
const trx = (changes: object = {}) =>
  ({ ...buildTransfer({ owner: ana, to: shop, amountSun: units(5_000_000n), ...frame }), ...changes }) as Parameters<
    typeof encodeRawTransaction
  >[0];
const token = (contract: TronAddress) =>
  buildTokenTransfer({
    owner: ana,
    to: shop,
    contract,
    amount: units(1_500_000n),
    feeLimitSun: units(30_000_000n),
    ...frame,
  });

test('a plain transfer of TRX or of a listed token is a payment', () => {
  expect(readPayment(hex(trx()), given)).toEqual({
    payment: { assetId: 'trx', to: shop, amount: '5000000' },
    paymentFault: null,
  });
  expect(readPayment(hex(token(usdt)), given)).toEqual({
    payment: { assetId: 'usdt', to: shop, amount: '1500000' },
    paymentFault: null,
  });
});

test('C07 whatever is anything else, or would lose something as a transfer, is none, with the reason', () => {
  const faultOf = (rawData: string) => readPayment(rawData, given).paymentFault;
  expect(faultOf(hex(token(other)))).toBe('unlisted-token');
  expect(faultOf(hex(trx({ memo: 'order 7' })))).toBe('memo');
  expect(faultOf(hex(trx({ permissionId: 2 })))).toBe('not-a-payment');
  expect(readPayment(hex(trx()), { ...given, address: other }).paymentFault).toBe('other-payer');
  const { transfer } = buildTransfer({ owner: ana, to: shop, amountSun: units(5_000_000n), ...frame });
  expect(faultOf(hex(trx({ transfer: { ...transfer, to: ana } })))).toBe('not-a-payment');
  expect(faultOf(hex(trx({ transfer: { ...transfer, amountSun: units(0n) } })))).toBe('not-a-payment');
  for (const broken of ['', '00', 'ff'.repeat(100), `${hex(trx())}00`, hex(trx()).slice(2)])
    expect(faultOf(broken)).toBe('not-a-payment');
});
