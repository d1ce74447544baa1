import type { Router } from '@orpc/server';
import type { PersonId } from '@tern/base/ids';
import type { Contract } from '@tern/contracts/contract';
import type { Flow } from '@tern/contracts/routes/console-flows';
import type { RequestMeasure } from '@tern/server/house/metrics/public';
import type { PictureDeps } from '@tern/server/money/activities/public';
import type { ExportDataDeps } from '@tern/server/money/closing/public';
import type { SaveAvatarDeps } from '@tern/server/people/profile/public';
import type { ApiContext, ApiSession } from '@tern/server/platform/api-context';
import type { FastifyBaseLogger } from 'fastify';
import type { LimitStrangers } from './limit-strangers.ts';
import type { FaultReporter } from './problem-responses.ts';
import type { ProviderReportsDeps } from './provider-reports.ts';
import type { RecordExportDeps } from './record-export.ts';
import type { CookieSettings } from './request-context.ts';

/** The implementation of the whole contract. */
export type ApiRouter = Router<Contract, ApiContext>;

/** What people's own files need: pictures, and copies of all data. */
export type PersonFilesDeps = SaveAvatarDeps & ExportDataDeps;

/** What pictures for activities need. */
export type ActivityPicturesDeps = PictureDeps & {
  /** Where bodies are written down while they come. */
  readonly incoming: string;
};

export type ServerOptions = {
  readonly router: ApiRouter;
  readonly readSession: (token: string) => Promise<ApiSession | null>;
  readonly limitStrangers: LimitStrangers;
  /** Whether an operator lets a flow run. */
  readonly isFlowOpen: (flow: Flow) => Promise<boolean>;
  /** Throws `AGREEMENT_REQUIRED` where a newer user agreement or privacy policy was not accepted. */
  readonly requireAgreements: (personId: PersonId) => Promise<void>;
  readonly cookies: CookieSettings;
  /** Address people open, for the origin check. */
  readonly publicUrl: string;
  readonly trustedProxyHops: number;
  readonly productName: string;
  readonly version: string;
  readonly log: FastifyBaseLogger;
  readonly onFault: FaultReporter;
  readonly measure: RequestMeasure;
  /** Aborts when the process is told to stop. */
  readonly stopping?: AbortSignal | undefined;
  /** What the export of records reads; absent where only the contract is served. */
  readonly recordExport?: RecordExportDeps;
  /** Who may report what became of messages; absent where only the contract is served. */
  readonly providerReports?: ProviderReportsDeps;
  /** Folder of the built wallet; absent where only the API is served. */
  readonly webFolder?: string;
  /** What people's own files need. */
  readonly files: PersonFilesDeps;
  /** What pictures for activities need; absent where only the contract is served. */
  readonly activityPictures?: ActivityPicturesDeps;
  /** Development only. */
  readonly inboxUrl?: string;
};
