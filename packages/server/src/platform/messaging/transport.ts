import type { RenderedMessage } from './message.ts';

export type Outgoing = RenderedMessage & {
  /** Stays the same over retries: receivers that look at it show a message once. */
  readonly messageId: string;
  readonly recipient: string;
};

/**
 * One way out of the house. Throws `RecipientRefused` when trying again is useless, `RouteRefused` when only this provider is of no
 * use, `NotAccepted` when the provider surely does not have the message, and anything else when it may have it.
 */
export type Transport = {
  readonly send: (message: Outgoing) => Promise<void>;
  readonly close: () => void;
};

/** The provider cannot be reached, or says that it does not take the message now. */
export class NotAccepted extends Error {
  override name = 'NotAccepted';
}

/** The provider says that this recipient cannot be reached, ever; `code` is its own word for why. */
export class RecipientRefused extends Error {
  override name = 'RecipientRefused';
  readonly code: string | undefined;
  /** Whether nothing arrives there from anybody, as opposed to a recipient that wants nothing of ours. */
  readonly isDead: boolean;
  constructor(message: string, { code, isDead = true }: { readonly code?: string; readonly isDead?: boolean } = {}) {
    super(message);
    this.code = code;
    this.isDead = isDead;
  }
}

/** The provider says that it cannot reach this recipient; another provider may. */
export class RouteRefused extends Error {
  override name = 'RouteRefused';
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}
