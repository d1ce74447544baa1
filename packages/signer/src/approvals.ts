import { createHash } from 'node:crypto';
import type { Clock } from '@tern/base/clock';
import type { TronAddress } from '@tern/tron/address';
import { SignerRefusal } from '@tern/tron/signer-fault';
import type { ApprovalProgress, Assertion, PendingApproval, SignerOrder } from '@tern/tron/signer-protocol';
import type { TakeOver } from '@tern/tron/standby-protocol';
import type { ApprovalKind, ApprovalRequest } from './approval-store.ts';
import type { SignerStore } from './open-store.ts';
import { hashContent } from './order-rules.ts';
import {
  approvalsNeeded,
  countOperators,
  findPolicyGaps,
  readPolicy,
  writePolicy,
  type OperatorKey,
  type PolicyDocument,
} from './policy-document.ts';
import { verifyAssertion } from './verify-assertion.ts';

export type ApprovalDeps = {
  readonly clock: Clock;
  readonly store: SignerStore;
  /** Names this signer in every statement: what is approved for one is worth nothing to another. */
  readonly hotAddress: TronAddress;
};

/** How long a request may be approved, and an approval be used. */
const lifetimeMs = 24 * 60 * 60 * 1_000;

/** An owner of the worker could ask for approvals without end; beyond these nobody is asked, and all is refused. */
const openRequestsMax = 1_000;

/** Whether two operators who are enrolled now have approved this very payment. */
export function isApproved(deps: ApprovalDeps, order: SignerOrder, operators: readonly OperatorKey[]): boolean {
  const request = deps.store.findOpenRequest(contentOf(order), sinceMs(deps));
  return request !== undefined && countApprovals(deps, request, operators) >= approvalsNeeded;
}

/** Asks the operators about a payment above the limits. Asking again for the same one changes nothing. */
export function requestOrderApproval(deps: ApprovalDeps, order: SignerOrder): void {
  const content = contentOf(order);
  if (deps.store.findOpenRequest(content, sinceMs(deps)) !== undefined) return;
  if (deps.store.countRequests(sinceMs(deps)) >= openRequestsMax) return;
  const { payment } = order;
  putRequest(deps, content, {
    order: order.orderId,
    asset: payment.kind === 'trx' ? 'TRX' : payment.contract,
    amount: String(payment.kind === 'trx' ? payment.amountSun : payment.amount),
    to: payment.to,
    ...(order.memo === undefined ? {} : { memo: order.memo }),
  });
}

/** Asks the operators about the next version of the policy. Returns what they are asked. */
export function requestPolicyApproval(deps: ApprovalDeps, document: PolicyDocument): ApprovalRequest {
  const version = deps.store.getPolicy().version + 1;
  const text = writePolicy(document);
  const content = { kind: 'policy', subject: String(version), contentHash: hashText(text) } as const;
  const open = deps.store.findOpenRequest(content, sinceMs(deps));
  return open ?? putRequest(deps, content, { version, policy: text });
}

/** What the people of a ceremony say beside the policy: on which network, and who else watched. */
export type CeremonyFacts = { readonly network: string; readonly witnesses: readonly string[] };

/**
 * Asks the operators whom a policy enrols first about that very policy: each of them signs it, so none is enrolled with a
 * key that cannot sign, or for limits that they have not seen. Returns what they are asked.
 * @throws Error with a sentence
 */
export function requestFirstPolicy(
  deps: ApprovalDeps,
  document: PolicyDocument,
  ceremony: CeremonyFacts,
): ApprovalRequest {
  const { version, document: current } = deps.store.getPolicy();
  if (countOperators(current.operators) >= approvalsNeeded) throw new Error('Two operators are enrolled already.');
  const gaps = findPolicyGaps(document);
  if (gaps.length > 0) throw new Error(`The policy has ${gaps.join('; ')}.`);
  const text = writePolicy(document);
  const content = { kind: 'policy', subject: String(version + 1), contentHash: hashText(text) } as const;
  return putRequest(deps, content, { version: version + 1, policy: text, ...ceremony });
}

/** Whether two operators who are enrolled now have said yes to this quarantine's end. */
export function isReopeningApproved(deps: ApprovalDeps, subject: string, operators: readonly OperatorKey[]): boolean {
  const request = deps.store.findOpenRequest(reopening(subject), sinceMs(deps));
  return request !== undefined && countApprovals(deps, request, operators) >= approvalsNeeded;
}

/** Asks the operators whether the signer may sign again, with what was found on the chain. */
export function requestReopening(deps: ApprovalDeps, subject: string, found: object): void {
  if (deps.store.findOpenRequest(reopening(subject), sinceMs(deps)) !== undefined) return;
  putRequest(deps, reopening(subject), { quarantine: Number(subject), ...found });
}

function reopening(subject: string): { kind: 'reopening'; subject: string; contentHash: string } {
  return { kind: 'reopening', subject, contentHash: '' };
}

type WantedTakeOver = TakeOver & { readonly epoch: number };

/** Whether two operators who are enrolled now have approved that this signer takes over. */
export function isTakeOverApproved(deps: ApprovalDeps, wanted: WantedTakeOver): boolean {
  const request = deps.store.findOpenRequest(takingOver(wanted), sinceMs(deps));
  return (
    request !== undefined && countApprovals(deps, request, deps.store.getPolicy().document.operators) >= approvalsNeeded
  );
}

/** Asks the operators whether this signer takes over, with how far its memory reaches. Returns what they are asked. */
export function requestTakeOver(deps: ApprovalDeps, wanted: WantedTakeOver, changes: number): ApprovalRequest {
  const content = takingOver(wanted);
  const open = deps.store.findOpenRequest(content, sinceMs(deps));
  const { epoch, complete } = wanted;
  return open ?? putRequest(deps, content, { epoch, changes, lacksNoOrder: complete });
}

function takingOver({ epoch, complete }: WantedTakeOver) {
  return { kind: 'take-over', subject: String(epoch), contentHash: complete ? 'complete' : '' } as const;
}

/** Everything that waits for operators now, newest first: nothing that enough have approved, no policy that another overtook. */
export function listPending(deps: ApprovalDeps): readonly PendingApproval[] {
  const current = deps.store.listRequests(sinceMs(deps), openRequestsMax).filter((request) => isCurrent(deps, request));
  const asked = current.map((request) => {
    const { operators, needed } = findVoters(deps, request);
    return {
      challenge: request.challenge,
      kind: request.kind,
      statement: request.statement,
      askedAtMs: request.askedAtMs,
      given: countApprovals(deps, request, operators),
      needed,
      credentials: operators.map(({ operator, credentialId, rpId }) => ({ operator, credentialId, rpId })),
    };
  });
  return asked.filter(({ given, needed }) => given < needed);
}

/**
 * Takes one operator's assertion over a request. Each operator counts once, whatever keys they have. The approval that
 * completes a change of the policy puts it in force.
 * @throws SignerRefusal `assertion-refused`
 */
export function giveApproval(deps: ApprovalDeps, challenge: string, assertion: Assertion): ApprovalProgress {
  const { store } = deps;
  const request = store.findRequest(challenge);
  if (request === undefined || request.askedAtMs <= sinceMs(deps)) throw refused('nothing to approve');
  if (!isCurrent(deps, request)) throw refused('the policy has changed since');
  const { operators, needed } = findVoters(deps, request);
  const key = operators.find(({ credentialId }) => credentialId === assertion.credentialId);
  if (key === undefined) throw refused('no enrolled operator has this credential');
  if (store.listApprovers(challenge).some(({ operator }) => operator === key.operator))
    throw refused(`${key.operator} has approved this already`);
  const lastCount = store.lastSignCount(key.credentialId);
  const signCount = verifyAssertion(assertion, { key, challenge, lastCount });
  const { operator, credentialId } = key;
  store.putApproval({ challenge, operator, credentialId, signCount, assertion, givenAtMs: deps.clock.nowMs() });
  const given = countApprovals(deps, request, operators);
  if (request.kind === 'policy' && given >= needed) putPolicyInForce(deps, request);
  return { given, needed };
}

/** Whose approvals count: two of the operators in force, or, before there are two, all whom the first policy enrols. */
export function votersOf(
  current: PolicyDocument,
  proposed: PolicyDocument | undefined,
): { readonly operators: readonly OperatorKey[]; readonly needed: number } {
  const isFirst = proposed !== undefined && countOperators(current.operators) < approvalsNeeded;
  if (!isFirst) return { operators: current.operators, needed: approvalsNeeded };
  const { operators } = proposed;
  return { operators, needed: Math.max(approvalsNeeded, countOperators(operators)) };
}

function findVoters({ store }: ApprovalDeps, { kind, statement }: ApprovalRequest): ReturnType<typeof votersOf> {
  const { document } = store.getPolicy();
  if (kind !== 'policy') return votersOf(document, undefined);
  return votersOf(document, readPolicy((JSON.parse(statement) as PolicyStatement).policy));
}

export type PolicyStatement = { readonly version: number; readonly policy: string } & Partial<CeremonyFacts>;

/** Whether nothing overtook a request: a proposal was made against one version of the policy and is worth nothing for another. */
function isCurrent({ store }: ApprovalDeps, { kind, statement }: ApprovalRequest): boolean {
  if (kind !== 'policy') return true;
  const { version } = JSON.parse(statement) as PolicyStatement;
  return store.getPolicy().version === version - 1;
}

function putPolicyInForce({ clock, store }: ApprovalDeps, { statement, challenge }: ApprovalRequest): void {
  const { version, policy } = JSON.parse(statement) as PolicyStatement;
  store.putPolicy({ version, document: readPolicy(policy), atMs: clock.nowMs(), reason: challenge });
}

function countApprovals(
  { store }: ApprovalDeps,
  { challenge }: ApprovalRequest,
  operators: readonly OperatorKey[],
): number {
  const given = new Set(store.listApprovers(challenge).map(({ credentialId }) => credentialId));
  return countOperators(operators.filter(({ credentialId }) => given.has(credentialId)));
}

function putRequest(
  { clock, store, hotAddress }: ApprovalDeps,
  content: { readonly kind: ApprovalKind; readonly subject: string; readonly contentHash: string },
  said: object,
): ApprovalRequest {
  const askedAtMs = clock.nowMs();
  const askedAt = new Date(askedAtMs).toISOString();
  const statement = JSON.stringify({ kind: content.kind, signer: hotAddress, ...said, askedAt });
  const request = { ...content, challenge: challengeOf(statement), statement, askedAtMs };
  store.putRequest(request);
  return request;
}

function contentOf(order: SignerOrder): { kind: 'order'; subject: string; contentHash: string } {
  return { kind: 'order', subject: order.orderId, contentHash: hashContent(order) };
}

/** What operators sign. The first line keeps it apart from everything else their keys may ever sign. */
export function challengeOf(statement: string): string {
  return createHash('sha256').update(`signer approval 1\n${statement}`).digest('base64url');
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A clock set back must not bring old requests to life. */
function sinceMs({ clock, store }: ApprovalDeps): number {
  return Math.max(clock.nowMs(), store.lastSignedMs()) - lifetimeMs;
}

function refused(detail: string): SignerRefusal {
  return new SignerRefusal('assertion-refused', detail);
}
