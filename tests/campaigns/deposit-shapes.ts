import type { Draw } from './draw.ts';

/**
 * The truth of the deposits campaign: transactions of every shape in a node's own words, each with what it must bring.
 * Written from the specification alone and shares no code with the product, so that both cannot be wrong in one way.
 * Addresses are 40 hexadecimal digits, the 20 bytes of the virtual machine.
 */
export type Cast = {
  readonly wallets: readonly string[];
  /** Ours, but nobody's yet. */
  readonly free: readonly string[];
  readonly house: string;
  readonly usdt: string;
  readonly reward: string;
  readonly strangers: readonly string[];
  readonly lookAlikes: readonly string[];
  /** Wallets, free addresses and the house. */
  readonly ours: ReadonlySet<string>;
};

export type Asset = 'trx' | 'usdt' | 'reward';

/** Money that must be booked, once. `place`: position of the log; 0 for TRX; position among the inner transfers. */
export type Arrival = {
  readonly kind: 'trx' | 'trc20' | 'internal';
  readonly place: number;
  readonly asset: Asset;
  readonly to: string;
  readonly amount: bigint;
};

/** Something that must wait for an operator and move nothing. */
export type Oddity = { readonly reason: string; readonly to: string };

type Log = { readonly address: string; readonly topics: readonly string[]; readonly data: string };
type Inner = { readonly to: string; readonly sun: number; readonly tokenId?: string; readonly rejected?: boolean };

export type Made = {
  readonly shape: string;
  readonly type: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly contractRet: string;
  /** `receipt.result`; absent where it ran no contract. */
  readonly receiptResult?: string;
  readonly logs?: readonly Log[];
  readonly inner?: readonly Inner[];
  /** Signed by ourselves: whoever sent it has booked it. */
  readonly own?: true;
  readonly arrivals: readonly Arrival[];
  readonly oddities: readonly Oddity[];
};

export const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const approvalTopic = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const tron = (address: string): string => `41${address}`;
const word = (address: string): string => address.padStart(64, '0');
const number = (amount: bigint): string => amount.toString(16).padStart(64, '0');
const isOurs = ({ ours }: Cast, address: string): boolean => ours.has(address);

function receiver(draw: Draw, cast: Cast): string {
  const lot = draw.below(20);
  if (lot < 11) return draw.pick(cast.wallets);
  if (lot < 12) return draw.pick(cast.free);
  return lot < 13 ? cast.house : draw.pick(cast.strangers);
}

function amountOf(draw: Draw): bigint {
  const sizes = [1n, 9_999n, 10_000n, 9_999_999n, 10_000_000n, 33_333_334n, BigInt(draw.below(2_000_000_000)) + 1n];
  return draw.pick(sizes);
}

function event(contract: string, from: string, to: string, amount: bigint): Log {
  return { address: contract, topics: [transferTopic, word(from), word(to)], data: number(amount) };
}

/** A call that ended well, with these events. */
function call(draw: Draw, cast: Cast, logs: readonly Log[]): Omit<Made, 'shape' | 'arrivals' | 'oddities'> {
  return {
    type: 'TriggerSmartContract',
    value: {
      owner_address: tron(draw.pick(cast.strangers)),
      contract_address: tron(logs[0]?.address ?? draw.hex(40)),
      // Claims another receiver and amount than the events: nobody may believe it.
      data: `a9059cbb${word(draw.pick(cast.wallets))}${number(10n ** 15n)}`,
    },
    contractRet: 'SUCCESS',
    receiptResult: 'SUCCESS',
    logs,
  };
}

function listed(draw: Draw, { usdt, reward }: Cast): { readonly contract: string; readonly asset: Asset } {
  return draw.oneIn(4) ? { contract: reward, asset: 'reward' } : { contract: usdt, asset: 'usdt' };
}

type Shape = (draw: Draw, cast: Cast) => Omit<Made, 'shape'>;

const trxTransfer: Shape = (draw, cast) => {
  const [to, amount] = [receiver(draw, cast), amountOf(draw)];
  return {
    type: 'TransferContract',
    value: { owner_address: tron(draw.pick(cast.strangers)), to_address: tron(to), amount: Number(amount) },
    contractRet: 'SUCCESS',
    arrivals: isOurs(cast, to) ? [{ kind: 'trx', place: 0, asset: 'trx', to, amount }] : [],
    oddities: [],
  };
};

const tokenTransfer: Shape = (draw, cast) => {
  const { contract, asset } = listed(draw, cast);
  const [to, amount] = [receiver(draw, cast), amountOf(draw)];
  return {
    ...call(draw, cast, [event(contract, draw.pick(cast.strangers), to, amount)]),
    arrivals: isOurs(cast, to) ? [{ kind: 'trc20', place: 0, asset, to, amount }] : [],
    oddities: [],
  };
};

/** Up to 40 events of one call: listed and unlisted tokens, ours and strangers, values of zero, approvals between. */
const manyEvents: Shape = (draw, cast) => {
  const logs: Log[] = [];
  const arrivals: Arrival[] = [];
  const oddities: Oddity[] = [];
  for (let place = 0; place < 2 + draw.below(39); place += 1) {
    const to = receiver(draw, cast);
    const amount = draw.oneIn(5) ? 0n : amountOf(draw);
    const from = draw.pick(cast.strangers);
    if (draw.oneIn(6)) {
      logs.push({ address: cast.usdt, topics: [approvalTopic, word(from), word(to)], data: number(amount) });
      continue;
    }
    const fake = draw.oneIn(6);
    const { contract, asset } = listed(draw, cast);
    const emitter = fake ? draw.pick(cast.lookAlikes) : contract;
    logs.push(event(emitter, from, to, amount));
    if (amount === 0n || !isOurs(cast, to)) continue;
    if (fake) oddities.push({ reason: 'unlisted-token', to });
    else arrivals.push({ kind: 'trc20', place: logs.length - 1, asset, to, amount });
  }
  return { ...call(draw, cast, logs), arrivals, oddities };
};

const innerTransfers: Shape = (draw, cast) => {
  const failed = draw.oneIn(5);
  const arrivals: Arrival[] = [];
  const oddities: Oddity[] = [];
  const inner = Array.from({ length: 1 + draw.below(50) }, (_, place): Inner => {
    const [to, sun] = [receiver(draw, cast), draw.oneIn(8) ? 0 : Number(amountOf(draw))];
    const rejected = draw.oneIn(6);
    const token = draw.oneIn(8);
    if (!failed && !rejected && sun > 0 && isOurs(cast, to)) {
      if (token) oddities.push({ reason: 'trc10', to });
      else arrivals.push({ kind: 'internal', place, asset: 'trx', to, amount: BigInt(sun) });
    }
    return { to, sun, ...(token ? { tokenId: '1002000' } : {}), ...(rejected ? { rejected } : {}) };
  });
  const end = failed ? { contractRet: 'REVERT', receiptResult: 'REVERT' } : {};
  return { ...call(draw, cast, []), ...end, inner, arrivals, oddities };
};

const failedCall: Shape = (draw, cast) => {
  const word16 = draw.pick(['REVERT', 'OUT_OF_ENERGY', 'OUT_OF_TIME', 'TRANSFER_FAILED', 'ILLEGAL_OPERATION']);
  const made = draw.oneIn(3) ? manyEvents(draw, cast) : tokenTransfer(draw, cast);
  return { ...made, contractRet: word16, receiptResult: word16, arrivals: [], oddities: [] };
};

const failedTransfer: Shape = (draw, cast) => ({
  ...trxTransfer(draw, cast),
  contractRet: draw.pick(['REVERT', 'UNKNOWN', 'TRANSFER_FAILED']),
  arrivals: [],
});

/** A result that contradicts itself or says a word nobody knows: all it would bring waits. */
const unclearResult: Shape = (draw, cast) => {
  const calls = draw.oneIn(2);
  const made = calls ? tokenTransfer(draw, cast) : trxTransfer(draw, cast);
  const words: Pick<Made, 'contractRet'> & { receiptResult?: string } = calls
    ? draw.pick([
        { contractRet: 'SUCCESS', receiptResult: 'REVERT' },
        { contractRet: 'SUCCESS', receiptResult: 'DEFAULT' },
        { contractRet: 'REVERT', receiptResult: 'SUCCESS' },
        { contractRet: '99', receiptResult: 'SUCCESS' },
      ])
    : draw.pick([{ contractRet: 'DEFAULT' }, { contractRet: '' }, { contractRet: 'SUCESS' }]);
  const oddities = made.arrivals.map(({ to }) => ({ reason: 'unclear-result', to }));
  return { ...made, ...words, arrivals: [], oddities };
};

const lookAlike: Shape = (draw, cast) => {
  const [to, amount] = [receiver(draw, cast), amountOf(draw)];
  const fake = event(draw.pick(cast.lookAlikes), draw.pick(cast.strangers), to, amount);
  const oddities = isOurs(cast, to) ? [{ reason: 'unlisted-token', to }] : [];
  return { ...call(draw, cast, [fake]), arrivals: [], oddities };
};

/** Not the form of a Transfer event, though it names one of us. */
const malformedEvent: Shape = (draw, cast) => {
  const to = receiver(draw, cast);
  const [topic, from, target] = [transferTopic, word(draw.pick(cast.strangers)), word(to)];
  const bent: Log = draw.pick([
    { address: cast.usdt, topics: [topic, from, target, number(5n)], data: '' },
    { address: cast.usdt, topics: [topic, from], data: target + number(5n) },
    { address: cast.usdt, topics: [topic, from, `01${target.slice(2)}`], data: number(5n) },
    { address: cast.usdt, topics: [topic, from, target], data: number(5n).repeat(2) },
    { address: cast.usdt, topics: [topic, from, target], data: '' },
  ]);
  const oddities = isOurs(cast, to) ? [{ reason: 'malformed-event', to }] : [];
  return { ...call(draw, cast, [bent]), arrivals: [], oddities };
};

const approval: Shape = (draw, cast) => {
  const topics = [approvalTopic, word(draw.pick(cast.strangers)), word(receiver(draw, cast))];
  return {
    ...call(draw, cast, [{ address: cast.usdt, topics, data: number(amountOf(draw)) }]),
    arrivals: [],
    oddities: [],
  };
};

/** `transferFrom`: somebody moves another one's coins to us. The receiver counts, and nobody else. */
const byAllowance: Shape = (draw, cast) => {
  const made = tokenTransfer(draw, cast);
  return { ...made, value: { ...made.value, data: `23b872dd${draw.hex(192)}` } };
};

const zeroValue: Shape = (draw, cast) => {
  const to = draw.pick(cast.wallets);
  const logs = [
    event(cast.usdt, to, draw.pick(cast.strangers), 0n),
    event(cast.usdt, draw.pick(cast.strangers), to, 0n),
  ];
  return { ...call(draw, cast, logs), arrivals: [], oddities: [] };
};

const tokenTen: Shape = (draw, cast) => {
  const to = receiver(draw, cast);
  const id = draw.pick(['1002000', '1002000 ', '01002000', 'USDT', 'TRX']);
  const value = {
    owner_address: tron(draw.pick(cast.strangers)),
    to_address: tron(to),
    asset_name: Buffer.from(id).toString('hex'),
    amount: Number(amountOf(draw)),
  };
  const oddities = isOurs(cast, to) ? [{ reason: 'trc10', to }] : [];
  return { type: 'TransferAssetContract', value, contractRet: 'SUCCESS', arrivals: [], oddities };
};

const otherForm: Shape = (draw, cast) => {
  const to = receiver(draw, cast);
  const owner_address = tron(draw.pick(cast.strangers));
  const [type, value] = draw.pick([
    ['DelegateResourceContract', { owner_address, receiver_address: tron(to), balance: 1_000_000 }],
    ['UnDelegateResourceContract', { owner_address, receiver_address: tron(to), balance: 1_000_000 }],
    ['AccountCreateContract', { owner_address, account_address: tron(to) }],
    ['A_FORM_OF_TOMORROW', { owner_address, to_address: tron(to) }],
  ] as const);
  const oddities = isOurs(cast, to) ? [{ reason: 'unlisted-contract-form', to }] : [];
  return { type, value, contractRet: 'SUCCESS', arrivals: [], oddities };
};

/** Our own payments and sweeps: known by their ids, booked by whoever sent them. */
const ownMove: Shape = (draw, cast) => {
  const made = draw.oneIn(2) ? tokenTransfer(draw, cast) : trxTransfer(draw, cast);
  return { ...made, own: true, value: { ...made.value, owner_address: tron(cast.house) } };
};

/** More units than anything has: booking it would break the sums. */
const impossibleAmount: Shape = (draw, cast) => {
  const to = receiver(draw, cast);
  const amount = draw.pick([2n ** 256n - 1n, 2n ** 255n, 2n ** 128n]);
  const oddities = isOurs(cast, to) ? [{ reason: 'implausible-amount', to }] : [];
  return { ...call(draw, cast, [event(cast.usdt, draw.pick(cast.strangers), to, amount)]), arrivals: [], oddities };
};

/** Somebody has a key of ours: to themselves, to another of our addresses or to strangers; nothing of it is new money. */
const stolenKey: Shape = (draw, cast) => {
  const thief = draw.pick([draw.pick(cast.wallets), draw.pick(cast.free), cast.house]);
  const to = draw.oneIn(4) ? thief : receiver(draw, cast);
  const amount = amountOf(draw);
  const inward = isOurs(cast, to) ? [{ reason: 'unknown-outflow', to }] : [];
  const signed = { reason: 'unknown-outflow', to: thief };
  if (draw.oneIn(2)) {
    const value = { owner_address: tron(thief), to_address: tron(to), amount: Number(amount) };
    return { type: 'TransferContract', value, contractRet: 'SUCCESS', arrivals: [], oddities: [signed, ...inward] };
  }
  const made = call(draw, cast, [event(cast.usdt, thief, to, amount)]);
  const value = { ...made.value, owner_address: tron(thief) };
  return { ...made, value, arrivals: [], oddities: [signed, signed, ...inward] };
};

const weighted: readonly (readonly [name: string, weight: number, shape: Shape])[] = [
  ['trx transfer', 24, trxTransfer],
  ['token transfer', 30, tokenTransfer],
  ['many events', 4, manyEvents],
  ['inner transfers', 4, innerTransfers],
  ['failed call', 6, failedCall],
  ['failed transfer', 3, failedTransfer],
  ['unclear result', 2, unclearResult],
  ['look-alike token', 6, lookAlike],
  ['malformed event', 3, malformedEvent],
  ['approval', 4, approval],
  ['by allowance', 3, byAllowance],
  ['zero value', 3, zeroValue],
  ['TRC-10', 3, tokenTen],
  ['other form', 3, otherForm],
  ['own move', 2, ownMove],
  ['impossible amount', 1, impossibleAmount],
  ['stolen key', 1, stolenKey],
];
const lots = weighted.flatMap(([name, weight, shape]) => Array.from({ length: weight }, () => [name, shape] as const));

export const shapeNames: readonly string[] = weighted.map(([name]) => name);

/** One transaction of a shape drawn by weight. */
export function makeTransaction(draw: Draw, cast: Cast): Made {
  const [shape, make] = draw.pick(lots);
  return { shape, ...make(draw, cast) };
}
