import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SupportTemplate } from '@tern/contracts/routes/console-person-tabs';

export const templateNames = {
  'deposit-confirming': msg`Deposit is on its way`,
  'deposit-missing': msg`Find a missing deposit`,
  'transfer-under-review': msg`Transfer is being reviewed`,
  'account-on-hold': msg`Account is on hold`,
  'factors-lost': msg`Lost sign-in methods`,
  'scam-warning': msg`Warning about fraud`,
} as const satisfies Record<SupportTemplate, MessageDescriptor>;

/** Of one from before the list, its code. */
export function templateName(template: string): MessageDescriptor {
  const known: Readonly<Record<string, MessageDescriptor>> = templateNames;
  return known[template] ?? { id: template, message: template };
}
