import { openApiClient, type ApiAnswer, type ApiClient } from '@tern/testkit/system/api-client';
import { mineUntil } from '@tern/testkit/system/chain-control';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { sql } from 'kysely';

/** A system of three api processes behind a proxy that names the clients. */
export type ThreeProcesses = {
  readonly system: System;
  /** Where each of them answers. */
  readonly urls: readonly [string, string, string];
  /** A browser at one of the processes, with all or some of the cookies another one has. */
  readonly browserAt: (
    url: string,
    from?: { readonly of?: ApiClient; readonly cookies?: readonly string[] },
  ) => ApiClient;
  /** Whether a browser is signed in, as each process sees it. */
  readonly isSignedIn: (browser: ApiClient) => Promise<readonly boolean[]>;
  /** Holds rows that processes need next; `release` lets them go on. */
  readonly hold: (statement: string, values?: readonly unknown[]) => Promise<{ readonly release: () => Promise<void> }>;
  /** Resolves once this many statements of the processes wait for somebody else's rows. */
  readonly waitingForRows: (count: number) => Promise<unknown>;
  /** What only a minute does otherwise: another code may be sent. */
  readonly forgetSentCodes: () => Promise<unknown>;
};

/** What waits for blocks, on a machine that is busy, in milliseconds. */
export const slowMs = 150_000;

let networks = 0;
/** Another network each time, so that limits by address do not meet. */
export const newIp = (): string => `198.${18 + Math.floor(networks / 250)}.${networks++ % 250}.9`;

/** Posts as the client of an address, as the proxy names it. */
export const postFrom = (browser: ApiClient, ip: string, path: string, body: unknown): Promise<ApiAnswer> =>
  browser.send({ method: 'POST', path, body, headers: { 'x-forwarded-for': ip } });

/** Registers somebody with both factors and 500 USDT. */
export async function registerFunded({ chain, register }: System): Promise<Person> {
  const person = await register('email');
  await person.setFactors();
  await chain.give(person.wallet.address, 'usdt', 500_000_000n);
  await mineUntil(chain, 'the top-up', async () => (await person.available('usdt')) >= 500_000_000n, slowMs);
  return person;
}

/** Starts it, with the limits of sign-ins as in production. */
export async function startThreeProcesses(): Promise<ThreeProcesses> {
  const system = await startSystem({
    blocks: 'on-demand',
    settings: {
      TRUSTED_PROXY_HOPS: '1',
      CODES_PER_TARGET_HOUR: '1000',
      LOGINS_PER_IP_HOUR: '100',
      LOGINS_PER_NETWORK_HOUR: '500',
    },
  });
  await Promise.all([system.processes.start('api-2'), system.processes.start('api-3')]);
  const urls = [system.url, system.furtherUrls['api-2'], system.furtherUrls['api-3']] as const;
  const browserAt: ThreeProcesses['browserAt'] = (url, { of, cookies } = {}) => {
    const kept = [...(of?.cookies ?? [])].filter(([name]) => cookies === undefined || cookies.includes(name));
    return openApiClient(url, { origin: system.url, cookies: new Map(kept) });
  };
  return {
    system,
    urls,
    browserAt,
    isSignedIn: (browser) =>
      Promise.all(
        urls.map(async (url) => {
          const asked = browserAt(url, { of: browser });
          return (await asked.send({ method: 'GET', path: '/identity/account' })).status === 200;
        }),
      ),
    hold: async (statement, values = []) => {
      const client = await system.db.pool.connect();
      await client.query('BEGIN');
      await client.query(statement, [...values]);
      return {
        release: async () => {
          await client.query('COMMIT');
          client.release();
        },
      };
    },
    waitingForRows: (count) =>
      until(`${count} that wait`, async () => {
        const { rows } = await sql<{ count: number }>`
          SELECT count(*)::int AS count FROM pg_stat_activity
           WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`.execute(system.db.kysely);
        return (rows[0]?.count ?? 0) >= count;
      }),
    forgetSentCodes: () => sql`DELETE FROM rate_windows WHERE key LIKE 'code-resend:%'`.execute(system.db.kysely),
  };
}
