/**
 * What has to be true of people's money, written a second time and on two pages: what everybody was told is kept as facts, and
 * after every commit the database is compared with them. It knows nothing of journals, claims, attempts or signers.
 */

export type SendState =
  | 'requested'
  | 'under-review'
  | 'approved'
  | 'rejected'
  | 'cancelled'
  | 'signed'
  | 'broadcast'
  | 'included'
  | 'completed'
  | 'failed';

/** A send as the database has it. Amounts in base units. */
export type SeenSend = {
  readonly id: string;
  readonly draftId: string;
  readonly recordId: string;
  readonly walletId: string;
  readonly assetId: string;
  readonly amount: string;
  readonly fee: string;
  readonly state: SendState;
  readonly settlement: 'chain' | 'internal';
  readonly receiverWalletId: string | null;
  readonly to: string;
  readonly attention: string | null;
};

export type SeenDeposit = {
  readonly txId: string;
  readonly walletId: string;
  readonly assetId: string;
  readonly amount: string;
  readonly block: number;
};

export type SeenBalance = {
  readonly walletId: string;
  readonly assetId: string;
  readonly posted: string;
  readonly held: string;
};

export type Seen = {
  readonly sends: readonly SeenSend[];
  readonly deposits: readonly SeenDeposit[];
  readonly balances: readonly SeenBalance[];
};

/** What somebody asked for in one draft, and what they were answered; what was not answered may be so or not. */
export type SendFacts = {
  readonly walletId: string;
  readonly assetId: string;
  readonly to: string;
  readonly amount: string;
  readonly fee: string;
  confirmAsked: boolean;
  confirmed: boolean;
  cancelAsked: boolean;
  cancelled: boolean;
  approvalsAsked: number;
  rejectAsked: boolean;
  answered: 'approved' | 'rejected' | undefined;
};

export type Facts = {
  /** By draft. */
  readonly sends: Map<string, SendFacts>;
  /** Money that was sent to us on the chain, by transaction. */
  readonly deposits: Map<string, { readonly walletId: string; readonly assetId: string; readonly amount: string }>;
};

/** The only steps that a send can make between two looks, each of them perhaps several at once. */
const nextStates: Readonly<Record<SendState, readonly SendState[]>> = {
  requested: [],
  'under-review': ['approved', 'rejected', 'cancelled', 'completed'],
  approved: ['signed', 'failed'],
  signed: ['broadcast', 'included', 'completed', 'approved', 'failed'],
  broadcast: ['included', 'completed', 'approved', 'failed'],
  included: ['broadcast', 'completed', 'approved', 'failed'],
  rejected: [],
  cancelled: [],
  completed: [],
  failed: [],
};
export const endStates: ReadonlySet<SendState> = new Set(['rejected', 'cancelled', 'completed', 'failed']);

/** Everything in which the database contradicts the facts, or itself, or what it was at the last look. */
export function judge(seen: Seen, facts: Facts, before: Seen | undefined, solidHeight: number): readonly string[] {
  const former = new Map(before?.sends.map((send) => [send.draftId, send]));
  const known = new Map(seen.sends.map((send) => [send.draftId, send]));
  return [
    ...seen.sends.flatMap((send) => judgeSend(send, facts.sends.get(send.draftId), former.get(send.draftId))),
    ...[...facts.sends].flatMap(([draftId, { confirmed }]) =>
      confirmed && !known.has(draftId) ? [`send of draft ${draftId} was confirmed and is not there`] : [],
    ),
    ...(known.size === seen.sends.length ? [] : ['a draft became more than one send']),
    ...[...former.keys()].flatMap((draftId) => (known.has(draftId) ? [] : [`send of draft ${draftId} is gone`])),
    ...judgeDeposits(seen, facts, solidHeight),
    ...judgeBalances(seen),
  ];
}

function judgeSend(send: SeenSend, facts: SendFacts | undefined, former: SeenSend | undefined): readonly string[] {
  const name = `send ${send.id}, ${send.state},`;
  if (facts?.confirmAsked !== true) return [`${name} was never confirmed`];
  const found: string[] = [];
  const say = (isWrong: boolean, finding: string): void => {
    if (isWrong) found.push(`${name} ${finding}`);
  };
  for (const field of ['walletId', 'assetId', 'to', 'amount', 'fee'] as const)
    say(send[field] !== facts[field], `has another ${field} than its draft: ${send[field]}, ${facts[field]}`);
  if (former !== undefined && former.state !== send.state)
    say(!nextStates[former.state].includes(send.state), `was ${former.state} before`);
  say(send.state === 'cancelled' && !facts.cancelAsked, 'nobody cancelled');
  say(facts.cancelled && send.state !== 'cancelled', 'its sender was told that it is cancelled');
  say(send.state === 'rejected' && !facts.rejectAsked, 'nobody rejected');
  say(facts.answered === 'rejected' && send.state !== 'rejected', 'an operator was told that it is rejected');
  say(
    facts.answered === 'approved' && ['under-review', 'rejected', 'cancelled'].includes(send.state),
    'an operator was told that it is approved',
  );
  say(former?.state === 'under-review' && send.state === 'approved' && facts.approvalsAsked === 0, 'nobody approved');
  return found;
}

function judgeDeposits({ deposits }: Seen, facts: Facts, solidHeight: number): readonly string[] {
  const found: string[] = [];
  const credited = new Set<string>();
  for (const { txId, walletId, assetId, amount, block } of deposits) {
    const sent = facts.deposits.get(txId);
    if (sent?.walletId !== walletId || sent.assetId !== assetId || sent.amount !== amount)
      found.push(`deposit ${txId} of ${amount} ${assetId} is not what was sent`);
    if (credited.has(txId)) found.push(`deposit ${txId} is credited twice`);
    if (block > solidHeight) found.push(`deposit ${txId} is credited before its block is irreversible`);
    credited.add(txId);
  }
  return found;
}

/** What everybody has follows from deposits and sends alone. */
function judgeBalances({ sends, deposits, balances }: Seen): readonly string[] {
  const expected = new Map<string, { posted: bigint; held: bigint }>();
  const of = (walletId: string, assetId: string): { posted: bigint; held: bigint } => {
    const key = `${walletId} ${assetId}`;
    const known = expected.get(key) ?? { posted: 0n, held: 0n };
    expected.set(key, known);
    return known;
  };
  for (const { walletId, assetId, amount } of deposits) of(walletId, assetId).posted += BigInt(amount);
  for (const { walletId, receiverWalletId, assetId, amount, fee, state } of sends) {
    const total = BigInt(amount) + BigInt(fee);
    if (state === 'completed') {
      of(walletId, assetId).posted -= total;
      if (receiverWalletId !== null) of(receiverWalletId, assetId).posted += BigInt(amount);
    } else if (!endStates.has(state)) of(walletId, assetId).held += total;
  }
  const found: string[] = [];
  for (const { walletId, assetId, posted, held } of balances) {
    const right = of(walletId, assetId);
    if (right.posted !== BigInt(posted) || right.held !== BigInt(held))
      found.push(`${walletId} has ${posted}/${held} ${assetId}, and ${right.posted}/${right.held} is right`);
    if (BigInt(posted) < BigInt(held)) found.push(`${walletId} has more ${assetId} held than there is`);
    expected.delete(`${walletId} ${assetId}`);
  }
  for (const [key, { posted, held }] of expected)
    if (posted !== 0n || held !== 0n) found.push(`${key} has nothing, and ${posted}/${held} is right`);
  return found;
}
