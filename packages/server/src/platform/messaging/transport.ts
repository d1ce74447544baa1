import type { RenderedMessage } from './message.ts';

export type Outgoing = RenderedMessage & {
  /** Stays the same over retries: receivers that look at it show a message once. */
  readonly messageId: string;
  readonly recipient: string;
};

/**
 * One way out of the house. Throws `RecipientRefused` when trying again is useless, `NotAccepted` when the provider surely does
 * not have the message, and anything else when it may have it.
 */
export type Transport = {
  readonly send: (message: Outgoing) => Promise<void>;
  readonly close: () => void;
};

/** The provider cannot be reached, or says that it does not take the message now. */
export class NotAccepted extends Error {
  override name = 'NotAccepted';
}

/** The provider says that this recipient cannot be reached, ever. */
export class RecipientRefused extends Error {
  override name = 'RecipientRefused';
}
