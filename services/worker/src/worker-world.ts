import type { Clock } from '@tern/base/clock';
import type { Config } from '@tern/config/config';
import type { Database } from '@tern/db/database';
import type { Network } from '@tern/server/house/installation/public';
import type { Nodes } from '@tern/server/money/deposits/public';
import type { AskService } from '@tern/server/people/screening/public';
import type { TronAddress } from '@tern/tron/address';
import type { Signer } from '@tern/tron/signer-client';
import type { Logger } from 'pino';

/** What the worker's steps share. Made once at start. */
export type WorkerWorld = {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly db: Database;
  readonly nodes: Nodes;
  readonly network: Network;
  readonly signer: Signer;
  readonly hotAddress: TronAddress;
  /** The outside service that is asked about the senders of deposits; undefined where the settings name none. */
  readonly screening: AskService | undefined;
  /** Aborts when the worker is to stop. */
  readonly stopping: AbortSignal;
};
