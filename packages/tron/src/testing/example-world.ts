import { units } from '@tern/money/units';
import { findAddressFromHex, getAddress, type TronAddress } from '../address.ts';
import type { TransactionFacts } from '../block-facts.ts';
import type { InflowRules } from '../list-inflows.ts';
import type { TransactionFrame } from '../transaction.ts';
import { callFacts, transferLog } from './receipts.ts';

const alice = getAddress('TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7');
const bob = findAddressFromHex('22'.repeat(20)) as TronAddress;
const usdt = getAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');

/** What any transaction needs besides its content: block 7 as reference, a minute to live. */
const frame: TransactionFrame = {
  refBlock: { number: 7, id: `0000000000000007${'ab'.repeat(24)}`, timeMs: 1_767_225_600_000 },
  expirationMs: 1_767_225_660_000,
  timestampMs: 1_767_225_600_000,
};

/** Alice has paid 5 USDT to Bob; the bandwidth was burnt for. */
const payment: TransactionFacts = callFacts({
  owner: alice,
  contract: usdt,
  feeSun: units(345_000n),
  logs: [transferLog({ contract: usdt, from: alice, to: bob, amount: 5_000_000n })],
});

/** Bob's address is ours, and USDT is the one token that is listed. */
const rules: InflowRules = { ownAddresses: new Set([bob]), tokens: new Map([[usdt, 'usdt']]) };

/**
 * What the examples of functions that ask no node may name, besides the exports of this package and `units`. Alice and
 * Bob are addresses.
 */
export const exampleWorld = { alice, bob, usdt, frame, payment, rules, units };
