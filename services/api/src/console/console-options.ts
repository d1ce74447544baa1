import type { Router } from '@orpc/server';
import type { ConsoleContract } from '@tern/contracts/console-contract';
import type { ConsoleContext, ConsoleSession } from '@tern/server/console/console-context';
import type { AppOptions } from '../open-app.ts';
import type { ServiceApiOptions } from '../service/service-api.ts';

export type ConsoleRouter = Router<ConsoleContract, ConsoleContext>;

/** Who calls, as a session is bound to it. */
export type Caller = { readonly ip: string; readonly userAgent: string };

/** What the operators' own API needs. */
export type ConsoleApiOptions = AppOptions & {
  readonly router: ConsoleRouter;
  readonly readSession: (token: string, caller: Caller) => Promise<ConsoleSession | null>;
  /** Address operators open, for the origin check. */
  readonly consoleUrl: string;
  readonly productName: string;
};

export type ConsoleOptions = ConsoleApiOptions & {
  /** The API of other systems, served beside the operators'. */
  readonly service: ServiceApiOptions;
  /** Folder of the built console; absent where only its API is served. */
  readonly folder?: string;
};
