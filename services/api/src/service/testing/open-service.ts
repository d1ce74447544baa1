import { serviceContract } from '@tern/contracts/service-contract';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { openServiceClient, type ServiceClient } from '@tern/testkit/service-client';
import { openTestConsole, type OperatorBrowser, type TestConsole } from '../../console/testing/test-console.ts';
import type { serviceAccess } from '../service-access.ts';

export type TestService = {
  readonly database: TestDatabase;
  readonly console: TestConsole;
  /** Two administrators. */
  readonly both: readonly [OperatorBrowser, OperatorBrowser];
  readonly treasurer: OperatorBrowser;
  readonly origin: string;
  readonly client: (token?: string) => ServiceClient;
  readonly close: () => Promise<void>;
};

/** The console's process on a port of its own, with two administrators and a treasurer. */
export async function openTestService(): Promise<TestService> {
  const database = await createTestDatabase();
  const console = await openTestConsole(database);
  const [ada, ben] = [await console.operator('ada', 'administrator'), await console.operator('ben', 'administrator')];
  const treasurer = await console.operator('tom', 'treasurer');
  const origin = await console.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    database,
    console,
    both: [ada, ben],
    treasurer,
    origin,
    client: (token) => openServiceClient(token === undefined ? { origin } : { origin, token }),
    close: async () => {
      await console.close();
      await database.drop();
    },
  };
}

type Described = {
  readonly '~orpc': {
    readonly route: { readonly method?: string; readonly path?: string };
    readonly inputSchema?: { readonly shape?: Readonly<Record<string, unknown>> };
  };
};

export type ServiceRoute = {
  readonly name: keyof typeof serviceAccess;
  readonly method: string;
  /** With `{field}` where an input stands in it. */
  readonly path: string;
  readonly fields: readonly string[];
};

/** Every route of the service API. */
export const serviceRoutes: readonly ServiceRoute[] = Object.entries(
  serviceContract as unknown as Record<string, Record<string, Described>>,
).flatMap(([area, routes]) =>
  Object.entries(routes).map(
    ([
      name,
      {
        '~orpc': { route, inputSchema },
      },
    ]) => ({
      name: `${area}.${name}` as ServiceRoute['name'],
      method: route.method ?? 'GET',
      path: route.path ?? '',
      fields: Object.keys(inputSchema?.shape ?? {}),
    }),
  ),
);
