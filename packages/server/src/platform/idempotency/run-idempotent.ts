import { createHash } from 'node:crypto';
import { assert } from '@tern/base/assert';
import { DomainError, problem } from '@tern/contracts/problem';
import type { DbReader, DbTx } from '@tern/db/database';
import { canonicalJson, type Json } from './canonical-json.ts';
import { findStoredReplies, insertReplies, lockKeys, type ReplyKey, type StoredReply } from './reply-store.ts';

export type IdempotentRequest = ReplyKey & {
  /** What the request asks for, without secrets: the same key with other content is refused. */
  readonly request: Json;
};

/**
 * Does `work` once for a person's key and stores its reply in the same database transaction. The same request again gets
 * the stored reply; a second one at the same moment waits for the first. Throws `IDEMPOTENCY_KEY_REUSED` for other content.
 */
export async function runIdempotent<Reply extends Json>(
  tx: DbTx,
  request: IdempotentRequest,
  work: () => Promise<Reply>,
): Promise<Reply> {
  const [outcome] = await runIdempotentSet(tx, [request], async () => [await work()]);
  assert(outcome !== undefined, 'a set of one has one outcome');
  if (outcome instanceof DomainError) throw outcome;
  return outcome;
}

/**
 * As `runIdempotent` for a set under different keys, in one transaction. `work` gets the places of the requests that have
 * no reply yet, and answers for each of them with its reply or with what refuses it: a refusal stores nothing.
 */
export async function runIdempotentSet<Reply extends Json>(
  tx: DbTx,
  requests: readonly IdempotentRequest[],
  work: (fresh: readonly number[]) => Promise<readonly (Reply | DomainError)[]>,
): Promise<readonly (Reply | DomainError)[]> {
  await lockKeys(tx, requests);
  // A statement of its own: it has to see what the holders of the locks before it committed.
  const outcomes: (Reply | DomainError | undefined)[] = [...(await findReplies<Reply>(tx, requests))];
  const fresh = [...requests.keys()].filter((at) => outcomes[at] === undefined);
  if (fresh.length > 0) {
    const answers = await work(fresh);
    answers.forEach((answer, index) => (outcomes[fresh[index] as number] = answer));
    await storeReplies(tx, requests, { fresh, outcomes });
  }
  return outcomes as readonly (Reply | DomainError)[];
}

async function storeReplies<Reply extends Json>(
  tx: DbTx,
  requests: readonly IdempotentRequest[],
  { fresh, outcomes }: { readonly fresh: readonly number[]; readonly outcomes: (Reply | DomainError | undefined)[] },
): Promise<void> {
  const places = fresh.filter((at) => !(outcomes[at] instanceof DomainError));
  if (places.length === 0) return;
  const bodies = await insertReplies(
    tx,
    places.map((at) => {
      const { personId, key, request } = requests[at] as IdempotentRequest;
      return { personId, key, requestHash: hashRequest(request), body: outcomes[at] as Reply };
    }),
  );
  places.forEach((at, index) => (outcomes[at] = bodies[index] as Reply));
}

/**
 * The stored replies of earlier identical requests, without doing anything: undefined where there is none,
 * `IDEMPOTENCY_KEY_REUSED` where the key was used for other content.
 */
export async function findReplies<Reply extends Json>(
  db: DbReader,
  requests: readonly IdempotentRequest[],
): Promise<readonly (Reply | DomainError | undefined)[]> {
  const stored = await findStoredReplies(db, requests);
  return requests.map(({ request }, at) => {
    const reply = stored[at];
    return reply === undefined ? undefined : readReply<Reply>(reply, hashRequest(request));
  });
}

function hashRequest(request: Json): Buffer {
  return createHash('sha256').update(canonicalJson(request)).digest();
}

function readReply<Reply extends Json>(stored: StoredReply, requestHash: Buffer): Reply | DomainError {
  return stored.requestHash.equals(requestHash) ? (stored.body as Reply) : problem('IDEMPOTENCY_KEY_REUSED');
}
