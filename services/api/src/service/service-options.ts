import type { Clock } from '@tern/base/clock';
import type { Config } from '@tern/config/config';
import { installedAssets } from '@tern/config/installed-assets';
import type { Database } from '@tern/db/database';
import { findKey } from '@tern/server/console/keys/public';
import { guardCalls } from '@tern/server/console/service/public';
import { serviceRouter } from '@tern/server/console/service/routes';
import { swapPairs } from '../swap-settings.ts';
import type { ServiceApiOptions } from './service-api.ts';

/** The API of other systems over the console's database role. */
export function serviceOptions({
  config,
  db,
  clock,
  version,
}: {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly version: string;
}): ServiceApiOptions {
  return {
    // It hands out no page of the explorer: other systems have the id of the transaction.
    router: serviceRouter({
      db,
      clock,
      assets: installedAssets(config),
      pairs: swapPairs(config),
      explorerUrl: null,
      confirmations: 19,
    }),
    findKey: (token) => findKey(db.kysely, token, clock.now()),
    guard: guardCalls({ db, clock }),
    version,
  };
}
