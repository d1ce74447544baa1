import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consoleContract } from '@tern/contracts/console-contract';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import { consoleAccess, type ConsoleRouteName } from '../../../services/api/src/console/console-access.ts';

const app = join(import.meta.dirname, '../../../apps/console/src/app');
const sources = ['router.tsx', 'books-routes.ts'].map((file) => readFileSync(join(app, file), 'utf8')).join('\n');
const beforeSession = ['/sign-in', '/enrol'];

/** Every page inside the console's shell as its router has it, for example `/people/:id/:tab?`. */
export const consolePages: readonly string[] = [...sources.matchAll(/path: '(\/[^']*)'/g)]
  .flatMap(([, path]) => path ?? [])
  .filter((path) => !beforeSession.includes(path));

/** Whether an address of the console, without `/console`, is this page. Pure. */
export function isOfPage(page: string, path: string): boolean {
  const pattern = page.replaceAll(/\/:\w+\?/g, '(?:/[^/]+)?').replaceAll(/:\w+/g, '[^/]+');
  return new RegExp(`^${pattern}/?$`).test(path);
}

type Described = { readonly '~orpc': { readonly route: { readonly method?: string; readonly path?: string } } };

const routes = Object.entries(consoleContract as unknown as Record<string, Record<string, Described>>).flatMap(
  ([area, ofArea]) =>
    Object.entries(ofArea).map(([name, described]) => {
      const { method = 'GET', path = '' } = described['~orpc'].route;
      return { name: `${area}.${name}` as ConsoleRouteName, method, path };
    }),
);

/**
 * Whether the table of rights lets a role ask this of the console's server; undefined where no route of the contract is asked.
 * `path` stands without `/console/api`.
 */
export function mayAsk(
  role: OperatorRole,
  asked: { readonly method: string; readonly path: string },
): boolean | undefined {
  const matching = routes.filter(
    ({ method, path }) =>
      method === asked.method && new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(asked.path),
  );
  // A path without a place for a value is meant before one with it.
  const route = matching.find(({ path }) => !path.includes('{')) ?? matching[0];
  if (route === undefined) return undefined;
  const access = consoleAccess[route.name];
  return access === 'public' || access.includes(role);
}
