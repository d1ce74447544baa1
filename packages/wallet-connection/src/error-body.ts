import type { ErrorBody } from './outgoing.ts';
import type { RefusalReason } from './refusal.ts';

/**
 * What the site is told about a refusal, by the codes of the protocol. The answer is `undefined` where silence is
 * right: the message is not known to come from the site, was answered before, or is one too many.
 *
 * @example
 * errorBody('foreign-chain'); // → { code: 5100, message: 'Unsupported chains.' }
 * errorBody('replayed'); // → undefined
 */
export function errorBody(reason: RefusalReason): ErrorBody | undefined {
  return bodies[reason];
}

/** The person said no, or pays in another way; `why` is shown by the site. */
export function rejectedByPerson(why = 'User rejected.'): ErrorBody {
  return { code: 5000, message: why };
}

/** Said by whoever ends a connection. */
export const disconnected: ErrorBody = { code: 6000, message: 'User disconnected.' };

const bodies: Partial<Readonly<Record<RefusalReason, ErrorBody>>> = {
  'malformed-proposal': { code: -32602, message: 'Invalid params.' },
  'malformed-request': { code: -32602, message: 'Invalid params.' },
  'message-too-long': { code: -32602, message: 'The message is too long.' },
  'transaction-too-long': { code: -32602, message: 'The transaction is too long.' },
  'request-open-too-long': { code: -32602, message: 'The request expires too late.' },
  'too-many-waiting': { code: -32005, message: 'Answer the open requests first.' },
  'unsupported-event': { code: 5102, message: 'Unsupported events.' },
  'other-relay': { code: 5000, message: 'Unsupported relay.' },
  'bad-site-address': { code: 5000, message: 'The address of the site is not accepted.' },
  'second-proposal': { code: 5000, message: 'This link was used.' },
  'proposal-expired': { code: 5000, message: 'The proposal expired.' },
  'foreign-namespace': { code: 5104, message: 'Unsupported namespace key.' },
  'foreign-chain': { code: 5100, message: 'Unsupported chains.' },
  'foreign-address': { code: 5103, message: 'Unsupported accounts.' },
  'unsupported-method': { code: 5101, message: 'Unsupported methods.' },
  'only-the-wallet-may': { code: 3003, message: 'Only the wallet may do this.' },
  'unknown-protocol-method': { code: 10001, message: 'Unsupported wc_ method.' },
  'request-expired': { code: 8000, message: 'The request expired.' },
};
