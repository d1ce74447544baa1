import { msg } from '@lingui/core/macro';
import type { ActivityRowView } from '@tern/contracts/routes/console-activities';

export const activityStates = {
  draft: msg`draft`,
  published: msg`published`,
  closed: msg`closed`,
} as const satisfies Record<ActivityRowView['state'], unknown>;
