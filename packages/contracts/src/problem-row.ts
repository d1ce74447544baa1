import type { z } from 'zod';

/** One row of the problem catalogue. */
export type ProblemRow = {
  /** HTTP status. */
  readonly status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 423 | 429 | 500 | 503;
  /** What went wrong, in English, for engineers; people read the web app's text for the code. */
  readonly title: string;
  /** Facts a client may show; absent where there are none. */
  readonly data?: z.ZodType;
  /** Whether the same request may succeed later without any change. */
  readonly retryable: boolean;
  /** `expected`: a person's mistake. `warning`: worth watching. `critical`: wakes somebody. */
  readonly severity: 'expected' | 'warning' | 'critical';
};
