import { os } from '@orpc/server';
import type { OperatorId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import { newKeyQuestionView, questionView } from '@tern/contracts/routes/console-access';
import { leavingNoRow, leavingOneRow } from '../people/operators/public.ts';

/** The signed-in operator of one request, read from the database for this request, their role included. */
export type ConsoleSession = {
  readonly sessionId: string;
  readonly operatorId: OperatorId;
  readonly name: string;
  readonly role: OperatorRole;
  /** Null but for who came in by break-glass within the last days. */
  readonly decidesMoneyFrom: Date | null;
  /** The same for the key that opened the session: null but for further keys, within their first days. */
  readonly keyDecidesMoneyFrom: Date | null;
  /** When the session was opened. */
  readonly signedInAt: Date;
};

/** What the console's process hands to every procedure. */
export type ConsoleContext = {
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly session: ConsoleSession | null;
  readonly setSessionCookie: (token: string) => void;
  readonly clearSessionCookie: () => void;
};

/**
 * Lets only signed-in operators through; their role was checked before. Whatever they change leaves one row in the log, what
 * they read or ask to sign leaves none. Throws `LOGIN_EXPIRED`.
 */
export const requireOperator = os.$context<ConsoleContext>().middleware(({ context, procedure, next }) => {
  const { session } = context;
  if (session === null) throw problem('LOGIN_EXPIRED');
  const { route, outputSchema } = procedure['~orpc'];
  const asks = outputSchema === questionView || outputSchema === newKeyQuestionView;
  const changes = route.method !== 'GET' && !asks;
  return (changes ? leavingOneRow : leavingNoRow)(async () => next({ context: { session } }));
});
