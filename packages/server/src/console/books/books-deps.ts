import type { Clock } from '@tern/base/clock';
import type { Database } from '@tern/db/database';
import type { Asset } from '@tern/money/asset';

export type BooksDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly assets: readonly Asset[];
  readonly productName: string;
  /** Told where a file broke off: its answer has begun, and nobody else would hear of it. */
  readonly onFault: (error: unknown) => void;
};
