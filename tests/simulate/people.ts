import { createHash } from 'node:crypto';
import { ORPCError } from '@orpc/server';
import type { WithdrawalId } from '@tern/base/ids';
import { DomainError } from '@tern/contracts/problem';
import { findAddressFromBytes, type TronAddress } from '@tern/tron/address';
import type { Facts, Seen, SendFacts } from './model.ts';
import type { Deed } from './plan.ts';
import type { Scene, SimPerson } from './scene.ts';
import type { Process } from './scheduler.ts';
import type { World } from './world.ts';

export type Stage = {
  readonly world: World;
  readonly scene: Scene;
  readonly facts: Facts;
  /** What the database held at the last look. */
  readonly seen: () => Seen;
  /** Counts what was asked of a route, for the coverage. */
  readonly count: (what: string) => void;
  readonly seed: number;
};

const verdictsKnown = [
  'first-time-person',
  'first-time',
  'never-used-on-chain',
  'contract',
  'looks-like-known',
  'not-activated-on-tron',
] as const;

/** The code of a refusal, which is an answer; undefined where nobody said yes or no, and the same request may be sent again. */
function refusalOf(error: unknown): string | undefined {
  if (error instanceof DomainError) return error.code === 'UNAVAILABLE' ? undefined : error.code;
  // A request that the contract does not allow is a fault of the workload.
  if (error instanceof ORPCError) throw error;
  return undefined;
}

const triesMax = 40;

export function pause(process: Process, ms: number): Promise<void> {
  return new Promise((resolve) => void process.after(ms, resolve));
}

/** Sends the same request until it is answered, as an app does; a refusal is an answer, and undefined here. */
async function insist<Result>(
  process: Process,
  count: Stage['count'],
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== undefined) {
        count(`refused ${refusal}`);
        return undefined;
      }
      count('unanswered');
      if (attempt === triesMax) throw error;
      await pause(process, 1_000 + (process.bits() % 6_000));
    }
  }
}

/** Does what the plan says, as somebody of their own. */
export async function act(stage: Stage, deed: Deed, at: number): Promise<void> {
  const process = stage.world.somebody(`${deed.kind}-${at}`);
  await process.run(async () => {
    await pause(process, deed.atMs);
    if (deed.kind === 'deposit') await deposit(stage, process, deed);
    else if (deed.kind === 'decide') await decide(stage, process, deed);
    else await send(stage, process, deed, at);
  });
}

function personAt({ people }: Scene, at: number): SimPerson {
  const person = people[at];
  if (person === undefined) throw new Error(`nobody is person ${at}`);
  return person;
}

async function deposit(
  { world, scene, facts }: Stage,
  process: Process,
  { person, assetId, units }: Deed & { kind: 'deposit' },
): Promise<void> {
  const { address, walletId } = personAt(scene, person);
  const amount = BigInt(units) * 1_000_000n;
  const { admin } = world.chain.controls[0] as (typeof world.chain.controls)[number];
  const txId = await process.gate({
    kind: 'chain',
    label: `pays in ${assetId}`,
    work: () => (assetId === 'trx' ? admin.faucetTrx(address, amount) : admin.faucetToken(assetId, address, amount)),
  });
  facts.deposits.set(txId, { walletId, assetId, amount: String(amount) });
}

/** An address on the chain that nobody else is paid at. */
export function outsideAddress(seed: number, at: number): TronAddress {
  const bytes = createHash('sha256').update(`outside ${seed} ${at}`).digest().subarray(0, 20);
  const address = findAddressFromBytes(bytes);
  if (address === undefined) throw new Error('20 bytes are an address');
  return address;
}

async function send(stage: Stage, process: Process, deed: Deed & { kind: 'send' }, at: number): Promise<void> {
  const { world, scene, facts, count, seed } = stage;
  const { session, walletId } = personAt(scene, deed.person);
  const to = deed.to === undefined ? outsideAddress(seed, at) : personAt(scene, deed.to).address;
  const { api } = world.house;
  const draft = await insist(process, count, () =>
    api.ask((of) => {
      count('createDraft');
      return of(session).createDraft({
        walletId,
        assetId: deed.assetId,
        networkId: 'tron',
        to,
        amount: String(deed.amount),
        feeFrom: 'balance',
        acknowledged: [...verdictsKnown],
      });
    }),
  );
  if (draft === undefined) return;
  count(`draft for ${draft.settlement}`);
  const sent: SendFacts = {
    ...{ walletId, assetId: deed.assetId, to, amount: draft.amount, fee: draft.fee },
    ...{ confirmAsked: false, confirmed: false, cancelAsked: false, cancelled: false },
    ...{ approvalsAsked: 0, rejectAsked: false, answered: undefined },
  };
  facts.sends.set(draft.id, sent);
  const confirm = async (key: string): Promise<string | undefined> => {
    sent.confirmAsked = true;
    const record = await insist(process, count, () =>
      api.ask((of) => {
        count('confirmDraft');
        return of(session).confirmDraft({
          params: { draftId: draft.id },
          headers: { 'idempotency-key': key },
          body: { hash: draft.hash, tradePassword: '258036', authenticatorCode: '123456' },
        });
      }),
    );
    if (record !== undefined) sent.confirmed = true;
    return record?.id;
  };
  const keys = [1, 2].map((number) => keyOf(`${seed} ${at} ${number}`)) as [string, string];
  const twice = { no: [], 'same-key': [keys[0]], 'other-key': [keys[1]] }[deed.twice];
  const recordId = (await Promise.all([keys[0], ...twice].map(confirm))).find((id) => id !== undefined);
  if (recordId === undefined || deed.cancelAfterMs === undefined) return;
  await pause(process, deed.cancelAfterMs);
  sent.cancelAsked = true;
  const cancelled = await insist(process, count, () =>
    api.ask((of) => {
      count('cancelTransfer');
      return of(session).cancelTransfer({
        params: { recordId: recordId },
        headers: { 'idempotency-key': keyOf(`${seed} ${at} cancel`) },
        body: {},
      });
    }),
  );
  if (cancelled !== undefined) sent.cancelled = true;
}

function keyOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** An operator says something about one of the sends that wait for it; says it again where nobody answered. */
export async function decide(
  stage: Stage,
  process: Process,
  { operator, approve, which }: Omit<Deed & { kind: 'decide' }, 'kind' | 'atMs'>,
): Promise<void> {
  const open = stage.seen().sends.filter(({ state }) => state === 'under-review');
  const chosen = open[which % Math.max(1, open.length)];
  if (chosen === undefined) return;
  const sent = stage.facts.sends.get(chosen.draftId);
  if (sent === undefined) return;
  const { count } = stage;
  const operatorId = stage.scene.operators[operator];
  const withdrawalId = chosen.id as WithdrawalId;
  const outcome = await insist(process, count, () => {
    count(approve ? 'approve' : 'reject');
    if (approve) sent.approvalsAsked += 1;
    else sent.rejectAsked = true;
    return stage.world.house.console.ask(({ decide: say }) =>
      say(
        approve
          ? { decision: 'approve', withdrawalId, operatorId }
          : { decision: 'reject', reason: 'other', note: 'as the plan says', withdrawalId, operatorId },
      ),
    );
  });
  if (outcome !== undefined) count(`decision ${outcome}`);
  if (outcome === 'approved' || outcome === 'rejected') sent.answered = outcome;
}
