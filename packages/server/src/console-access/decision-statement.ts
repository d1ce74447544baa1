import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../idempotency/public.ts';

/** A decision as it is signed: which action of the console, with exactly which content, by whom, when. */
export type Decision = {
  /** Name of the route that carries it out, for example `reviews.approve`. */
  readonly action: string;
  /** What is given to that route, without the proof itself. */
  readonly content: { readonly [name: string]: Json };
  /** What the operator was shown of it: amount, receiver. */
  readonly shown: { readonly [name: string]: string };
};

/** The words an operator's passkey signs. */
export function writeStatement(decision: Decision, by: { readonly operator: string; readonly at: Date }): string {
  return canonicalJson({ ...decision, operator: by.operator, askedAt: by.at.toISOString() });
}

/** Whether a signed statement is about this action with this content. */
export function isAbout(statement: string, { action, content }: Pick<Decision, 'action' | 'content'>): boolean {
  const said = JSON.parse(statement) as Decision;
  return said.action === action && canonicalJson(said.content) === canonicalJson(content);
}

/** What the passkey is asked to sign. The first line keeps it apart from everything else such a key may ever sign. */
export function challengeOf(statement: string): Buffer {
  return createHash('sha256').update(`console decision 1\n${statement}`).digest();
}
