import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ProblemData } from '@tern/contracts/problem';
import type { walletConnectionProblems } from '@tern/contracts/problems/wallet-connections';
import type { ProblemText } from '../problem.ts';

const faultTexts: Record<ProblemData<'CONNECTION_LINK_INVALID'>['fault'], MessageDescriptor> = {
  malformed: msg`This link doesn’t connect a site. Copy the whole link, or scan the code again.`,
  'old-version': msg`This site uses an old kind of link that no longer works. The site has to be updated.`,
  expired: msg`This link has expired. Go back to the site and get a new one.`,
};

/** Problems of connected sites, met where a link is opened and where a site waits for an answer. */
export const connectionProblemTexts = {
  CONNECTION_LINK_INVALID: ({ fault }) => faultTexts[fault],
  CONNECTION_LINK_USED: msg`This link has been used already. Go back to the site and get a new one.`,
  CONNECTION_LIMIT_REACHED: msg`You have {limit} connected sites, which is the maximum. Disconnect one to connect another.`,
  SIGNING_HELD: msg`For your security, you can’t sign texts for sites until {until}. This limit ends automatically.`,
  CONNECTION_NOT_WAITING: msg`The site is no longer waiting for your answer. Go back to the site and try again.`,
} as const satisfies { [Code in keyof typeof walletConnectionProblems]: ProblemText<Code> };
