import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What a route's `handle` holds: the page's name, for the document's title. */
export type PageTitle = { title: MessageDescriptor };

/** Names of the pages that open to everybody. */
export const pageTitles = {
  login: { title: msg`Log in` },
  register: { title: msg`Create an account` },
  recover: { title: msg`Forgot password` },
  factorsLost: { title: msg`Every factor lost` },
  stopChange: { title: msg`Stop a change` },
  launch: { title: msg`Welcome` },
  protocol: { title: msg`User agreement` },
  language: { title: msg`Language` },
  selfCheck: { title: msg`Self-check` },
  support: { title: msg`Support` },
  status: { title: msg`Service status` },
  notFound: { title: msg`Page not found` },
} as const satisfies Record<string, PageTitle>;

export function isPageTitle(handle: unknown): handle is PageTitle {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
}
