import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { assert } from '@tern/base/assert';
import type { JsonValue } from '@tern/db/schema';

/** The signature behind what an operator did, as it is kept with the row about it. */
export type ActionSignature = {
  /** Route of the console that carries it out. */
  readonly action: string;
  /** What was signed, word by word. */
  readonly statement: string;
  readonly assertion: { readonly [name: string]: JsonValue };
};

type Scope =
  | { readonly leaves: 'nothing' }
  | {
      readonly leaves: 'one-row';
      readonly request: string;
      signature: ActionSignature | undefined;
      isWritten: boolean;
    };

// The row is written deep inside an operation that commands and the console share; its request is not theirs to hand on.
const scopes = new AsyncLocalStorage<Scope>();

/**
 * Runs a request of an operator that changes something. Every row it writes into the log carries the request's number, of
 * which the database takes one: a second row undoes the transaction that writes it. Asserts that there is one when the work
 * is done. Work that throws has changed nothing, or was refused and has its row about that.
 */
export async function leavingOneRow<Result>(work: () => Promise<Result>): Promise<Result> {
  const scope: Scope = { leaves: 'one-row', request: randomUUID(), signature: undefined, isWritten: false };
  const result = await scopes.run(scope, work);
  assert(scope.isWritten, 'what an operator changed stands in the log');
  return result;
}

/** Runs a request of an operator that reads, or asks for the words to be signed: a row in the log is a fault. */
export function leavingNoRow<Result>(work: () => Promise<Result>): Promise<Result> {
  return scopes.run({ leaves: 'nothing' }, work);
}

/** Keeps the signature for the row of the request under way. Asserts that there is one, and that it was not written yet. */
export function attachSignature(signature: ActionSignature): void {
  const scope = scopes.getStore();
  assert(scope?.leaves === 'one-row' && !scope.isWritten, 'a decision is signed before it is carried out');
  scope.signature = signature;
}

/** What a row says beside its own details: the request it belongs to and what was signed. Nothing outside the console. */
export function takeScopeDetails(): { readonly [name: string]: JsonValue } {
  const scope = scopes.getStore();
  if (scope === undefined) return {};
  assert(scope.leaves === 'one-row', 'reading and asking leave nothing in the log');
  scope.isWritten = true;
  const { request, signature } = scope;
  return signature === undefined ? { request } : { request, signed: { ...signature } };
}
