import type { Locator } from '@playwright/test';

/** The value that stands beside a term: in a page's main part or in a sheet. */
export function factOf(scope: Locator, term: string): Locator {
  const exactly = new RegExp(`^${term}$`);
  return scope
    .locator('dl > div')
    .filter({ has: scope.page().locator('dt').filter({ hasText: exactly }) })
    .locator('dd');
}
