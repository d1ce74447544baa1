import { createHash } from 'node:crypto';
import {
  decisionPrefix,
  type DecisionAction,
  type DecisionFacts,
  type DecisionStatement,
} from '@tern/contracts/decision';
import { canonicalJson, type Json } from '../../platform/idempotency/public.ts';

/**
 * A decision as it is signed: which action of the console, with exactly which content, and all there is to know about it.
 *
 * To add one, name its action in `decisionActions` of the contract (the console then wants words for it), write the one
 * function that reads its facts from the database, make both routes of it with `signedAction`, and add its case to
 * `services/api/src/console/testing/cases`.
 */
export type Decision = {
  /** Name of the route that carries it out, for example `reviews.decide`. */
  readonly action: DecisionAction;
  /** What is given to that route, without the proof itself. */
  readonly content: { readonly [name: string]: Json };
  /** What the operator has before them, read from the database. */
  readonly facts: DecisionFacts;
};

/** The words an operator's passkey signs. */
export function writeStatement(decision: Decision, by: { readonly operator: string; readonly at: Date }): string {
  return canonicalJson({ ...decision, operator: by.operator, askedAt: by.at.toISOString() });
}

/** Whether a signed statement is about this action with this content. */
export function isAbout(statement: string, { action, content }: Decision): boolean {
  const said = JSON.parse(statement) as DecisionStatement;
  return said.action === action && canonicalJson(said.content) === canonicalJson(content);
}

/** Whether the facts are still what was signed. */
export function statesFacts(statement: string, { facts }: Decision): boolean {
  const said = JSON.parse(statement) as DecisionStatement;
  return canonicalJson(said.facts) === canonicalJson(facts);
}

/** What the passkey is asked to sign. */
export function challengeOf(statement: string): Buffer {
  return createHash('sha256').update(`${decisionPrefix}${statement}`).digest();
}
