import type { RenderedMessage } from './message.ts';

export type Outgoing = RenderedMessage & {
  /** Stays the same over retries: receivers that look at it show a message once. */
  readonly messageId: string;
  readonly recipient: string;
};

/** One way out of the house. Throws `RecipientRefused` when trying again is useless, anything else otherwise. */
export type Transport = {
  readonly send: (message: Outgoing) => Promise<void>;
  readonly close: () => void;
};

/** The provider says that this recipient cannot be reached, ever. */
export class RecipientRefused extends Error {
  override name = 'RecipientRefused';
}
