/** How long a closing waits: time to notice it, and to change one's mind. */
export const closingWaitDays = 7;

/**
 * `waiting` until due, then `done`. `cancelled` by the person, `stopped` by the link of a notice, `not-empty` where money
 * arrived meanwhile: then the account stays as it is.
 */
export type ClosingState = 'waiting' | 'cancelled' | 'stopped' | 'not-empty' | 'done';

export type Closing = {
  readonly id: string;
  readonly requestedAt: Date;
  readonly dueAt: Date;
  /** Whether its wait is over. */
  readonly due: boolean;
};

/** How long a proven wish for a copy of the data can be followed. */
export const exportMinutes = 10;
