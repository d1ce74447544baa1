import type { OperatorId } from '@tern/base/ids';
import type { DecisionFacts } from '@tern/contracts/decision';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import type { TestDatabase } from '@tern/testkit/database';
import type { LightMyRequestResponse } from 'fastify';
import { payee, sent, type ConsoleWorld, type TestOwner } from '../console-world.ts';
import type { OperatorBrowser } from '../test-console.ts';

/** What the cases are played on: one operator of each role who decides, and olga, who has said something before. */
export type Stage = {
  readonly database: TestDatabase;
  readonly world: ConsoleWorld;
  readonly mara: TestOwner;
  readonly olga: OperatorId;
  readonly olgasDesk: OperatorBrowser;
  /** An administrator beside the one who decides. */
  readonly secondDesk: OperatorBrowser;
  readonly desks: Readonly<Record<'reviewer' | 'treasurer' | 'administrator', OperatorBrowser>>;
};

/** What is sent, and what has to stand in the log afterwards. */
export type Made = {
  readonly sent: object;
  /** What is signed, where it is made of what is sent. */
  readonly content?: object;
  readonly kind: string;
  /** What the row names, where it is not the `id` that is sent. */
  readonly subject?: string | ((answer: LightMyRequestResponse) => string);
  /** Of what is signed: every fact of it. */
  readonly facts?: DecisionFacts;
};
export type Case =
  | { readonly by: OperatorRole; readonly make: (stage: Stage) => Promise<Made> }
  /** Why nothing of the house's or of a person's changes by it. */
  | { readonly because: string };

export const note = 'Looked at closely';
export const noMoney = { none: 'no-money' } as const;
export const oneDecides = { none: 'one-decides' } as const;
export const nothingMore = { none: 'nothing-more' } as const;
export const system = { by: 'system' } as const;
export const byOlga = { by: 'operator', name: 'olga' } as const;
export const self = (role: OperatorRole) => ({ by: 'operator', name: `the-${role}` }) as const;
export const word = (at: string, decision: string, said: string | { none: 'not-asked' } = note) => ({
  operator: 'olga',
  at,
  decision,
  said,
});
export const personBy = ({ publicId }: TestOwner) => ({ by: 'person', publicId }) as const;
export const dayMs = 86_400_000;

/** A transfer as every decision about it shows it. */
export const transferFacts = (owner: TestOwner) => ({
  asset: 'usdt' as const,
  amount: sent.amount,
  about: [
    { as: 'receiver', name: payee },
    { as: 'person', name: owner.publicId },
  ] as DecisionFacts['about'],
  author: personBy(owner),
});
export const fee = { name: 'fee', asset: 'usdt', amount: sent.fee } as const;

export const aboutPerson = (by: OperatorRole, owner: TestOwner, details: DecisionFacts['details']): DecisionFacts => ({
  asset: noMoney,
  amount: noMoney,
  about: [{ as: 'person', name: owner.publicId }],
  author: self(by),
  reason: { said: note },
  earlier: oneDecides,
  details,
});

/** A change without money that an administrator proposes, and what its statement says of it. */
export function proposedByAdministrator(
  content: object,
  { about, details }: Pick<DecisionFacts, 'about' | 'details'>,
): Made {
  return {
    sent: { content, note },
    kind: 'change-proposed',
    subject: (answer) => answer.json<{ id: string }>().id,
    facts: {
      asset: noMoney,
      amount: noMoney,
      about,
      author: self('administrator'),
      reason: { said: note },
      earlier: [],
      details,
    },
  };
}
