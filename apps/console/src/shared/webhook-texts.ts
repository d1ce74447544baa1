import { msg } from '@lingui/core/macro';
import type { WebhookKind } from '@tern/contracts/routes/console-changes';

/** What other systems can be told of, in words. */
export const webhookKindTexts = {
  deposits: msg`Deposits`,
  sends: msg`Transfers out`,
  reviews: msg`Reviews`,
  freezes: msg`Accounts on hold`,
  alarms: msg`Alarms`,
  waiting: msg`What waits for operators`,
} as const satisfies Record<WebhookKind, unknown>;
