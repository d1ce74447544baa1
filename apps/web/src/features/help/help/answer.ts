import type { MessageDescriptor } from '@lingui/core';
import type { HelpFacts } from './help-facts.ts';

/** Addresses of the answers: `?answer=` names one. Links from other pages depend on them. */
export const answerIds = [
  'deposit',
  'network',
  'review',
  'rejected',
  'cancel',
  'fees',
  'limits',
  'duration',
  'authenticator',
  'passwords',
  'contact',
  'device',
  'blocked',
  'passkeys',
  'activation',
  'reward',
  'swap',
  'activities',
  'country',
  'frozen',
  'closing',
  'privacy',
  'team',
  'notifications',
  'offline',
] as const;
export type AnswerId = (typeof answerIds)[number];

export type Answer = {
  readonly id: AnswerId;
  readonly title: MessageDescriptor;
  /** Other words for it that people may search for. */
  readonly words: MessageDescriptor;
  /** Its paragraphs. Every number comes from the facts. */
  readonly says: (facts: HelpFacts) => readonly MessageDescriptor[];
  /** Where to go next, the most useful first. */
  readonly leads: readonly Lead[];
};

export type Lead = { readonly to: string; readonly title: MessageDescriptor };

export type AnswerGroup = { readonly title: MessageDescriptor; readonly answers: readonly Answer[] };
