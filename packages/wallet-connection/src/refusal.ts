/** Why something from a link, a relay or a site was not taken. */
export type RefusalReason =
  | LinkRefusal
  | EnvelopeRefusal
  | 'not-json-rpc'
  | 'malformed-proposal'
  | 'proposal-expired'
  | 'second-proposal'
  | 'bad-site-address'
  | 'other-relay'
  | 'foreign-namespace'
  | 'foreign-chain'
  | 'foreign-address'
  | 'unsupported-method'
  | 'unsupported-event'
  | 'unknown-protocol-method'
  | 'only-the-wallet-may'
  | 'malformed-request'
  | 'message-too-long'
  | 'transaction-too-long'
  | 'request-expired'
  | 'request-open-too-long'
  | 'replayed'
  | 'flood'
  | 'too-many-waiting'
  | 'unknown-response'
  | 'unknown-request'
  | 'connection-expired'
  | 'connection-ended';

export type LinkRefusal =
  | 'link-too-long'
  | 'not-a-link'
  | 'old-version'
  | 'bad-topic'
  | 'bad-key'
  | 'topic-mismatch'
  | 'other-relay'
  | 'repeated-parameter'
  | 'bad-expiry'
  | 'link-expired';

export type EnvelopeRefusal =
  | 'envelope-too-large'
  | 'not-base64'
  | 'unknown-envelope'
  | 'envelope-too-short'
  | 'bad-public-key'
  | 'not-authentic'
  | 'not-text';

export type Refused<Reason extends RefusalReason = RefusalReason> = { readonly refusal: Reason };
