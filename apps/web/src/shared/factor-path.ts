import { paths } from './paths.ts';

/** Pages on which a protection is set up. */
export type FactorPage = 'tradePassword' | 'authenticator';

/** The page's address; `returnPath` is where it leads on to afterwards. */
export function factorPagePath(page: FactorPage, returnPath: string): string {
  return `${paths[page]}?${new URLSearchParams({ next: returnPath })}`;
}
