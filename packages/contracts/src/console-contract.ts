import { consoleAccessRoutes } from './routes/console-access.ts';
import { consoleActivityRoutes } from './routes/console-activities.ts';
import { consoleAnnouncementRoutes } from './routes/console-announcements.ts';
import { consoleBooksRoutes } from './routes/console-books.ts';
import { consoleChangeRoutes } from './routes/console-changes.ts';
import { consoleComplaintRoutes } from './routes/console-complaints.ts';
import { consoleEntryRoutes } from './routes/console-entries.ts';
import { consoleFlowRoutes } from './routes/console-flows.ts';
import { consoleHomeRoutes } from './routes/console-home.ts';
import { consoleHouseRoutes } from './routes/console-house.ts';
import { consoleKeyRoutes } from './routes/console-keys.ts';
import { consoleLogRoutes } from './routes/console-log.ts';
import { consoleNoticeRoutes } from './routes/console-notices.ts';
import { consoleOperatorRoutes } from './routes/console-operators.ts';
import { consolePeopleRoutes } from './routes/console-people.ts';
import { consoleResolutionsRoutes } from './routes/console-resolutions.ts';
import { consoleReviewRoutes } from './routes/console-reviews.ts';
import { consoleScreeningRoutes } from './routes/console-screening.ts';
import { consoleSearchRoutes } from './routes/console-search.ts';
import { consoleTermRoutes } from './routes/console-terms.ts';
import { consoleTransactionRoutes } from './routes/console-transactions.ts';
import { consoleWebhookRoutes } from './routes/console-webhooks.ts';
import { consoleWorkRoutes } from './routes/console-work.ts';

/** The operators' API, apart from people's: another process, another address, other sessions. */
export const consoleContract = {
  access: consoleAccessRoutes,
  home: consoleHomeRoutes,
  reviews: consoleReviewRoutes,
  entries: consoleEntryRoutes,
  activities: consoleActivityRoutes,
  search: consoleSearchRoutes,
  transactions: consoleTransactionRoutes,
  work: consoleWorkRoutes,
  announcements: consoleAnnouncementRoutes,
  resolutions: consoleResolutionsRoutes,
  changes: consoleChangeRoutes,
  terms: consoleTermRoutes,
  complaints: consoleComplaintRoutes,
  flows: consoleFlowRoutes,
  house: consoleHouseRoutes,
  operators: consoleOperatorRoutes,
  people: consolePeopleRoutes,
  books: consoleBooksRoutes,
  screening: consoleScreeningRoutes,
  webhooks: consoleWebhookRoutes,
  keys: consoleKeyRoutes,
  notices: consoleNoticeRoutes,
  log: consoleLogRoutes,
};
export type ConsoleContract = typeof consoleContract;
