import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { OperatorRole } from '@tern/contracts/routes/console-access';

export const roleNames = {
  viewer: msg`Viewer`,
  reviewer: msg`Reviewer`,
  treasurer: msg`Treasurer`,
  administrator: msg`Administrator`,
} as const satisfies Record<OperatorRole, MessageDescriptor>;

/** The roles' names where a plain text is needed, as in a list to choose from. */
export function useRoleNames(): Readonly<Record<OperatorRole, string>> {
  const { i18n } = useLingui();
  return {
    viewer: i18n._(roleNames.viewer),
    reviewer: i18n._(roleNames.reviewer),
    treasurer: i18n._(roleNames.treasurer),
    administrator: i18n._(roleNames.administrator),
  };
}
