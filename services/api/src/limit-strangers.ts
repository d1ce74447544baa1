import { findRememberedDevice, type IdentityDeps } from '@tern/server/people/accounts/public';
import type { ApiContext } from '@tern/server/platform/api-context';
import { ipBlocks, limitKey, limitRate, type RateWindow } from '@tern/server/platform/limits/public';
import { publicLimits, type PublicLimit, type PublicRoute } from './public-limits.ts';

/** Does the work of a request; where anybody may ask for it, within what `publicLimits` says of its route. */
export type LimitStrangers = <Output>(
  route: string,
  context: ApiContext,
  work: () => Promise<Output>,
) => Promise<Output>;

const windowMs = { tries: 3_600_000, reads: 60_000 } as const;
const readsPerMinute = 120;
// As many lines of one network as there are for logins.
const linesPerNetwork = 5;

/**
 * Counts requests that anybody may make: strangers by line and network, within their lane, so that what is refused there has
 * cost nothing; who has a session or a remembered device by themselves, apart from all others. Throws `TOO_MANY_REQUESTS`.
 */
export function limitStrangers(deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'strangers'>): LimitStrangers {
  const take = async (windows: readonly RateWindow[]): Promise<void> => {
    for (const window of windows) await limitRate(deps.db.kysely, window, deps.clock.now());
  };
  return async (name, context, work) => {
    const route = name as PublicRoute;
    const rule: PublicLimit | undefined = publicLimits[route];
    if (rule === undefined || rule.limit === 'own' || rule.limit === 'none') return work();
    const { settings } = deps;
    const isTry = rule.limit === 'tries';
    const of = (key: RateWindow['key'], limit: number): RateWindow => ({ key, limit, windowMs: windowMs[rule.limit] });
    const ofLine = isTry ? settings.loginsPerIpHour : readsPerMinute;
    const known = await findKnown(deps, route, context);
    if (known !== undefined) {
      await take([of(known, ofLine)]);
      return work();
    }
    const { line, network } = ipBlocks(context.ip);
    const windows = [
      of(limitKey(`public-line:${route}` as const, line), ofLine),
      of(
        limitKey(`public-network:${route}` as const, network),
        isTry ? settings.loginsPerNetworkHour : readsPerMinute * linesPerNetwork,
      ),
    ];
    if (rule.lane === 'whole') {
      return deps.strangers.run(network, async () => {
        await take(windows);
        return work();
      });
    }
    await deps.strangers.run(network, () => take(windows));
    return work();
  };
}

/** The key of who asks, where that is not a stranger. */
async function findKnown(
  { db, clock }: Pick<IdentityDeps, 'db' | 'clock'>,
  route: PublicRoute,
  { session, deviceToken }: ApiContext,
): Promise<RateWindow['key'] | undefined> {
  if (session !== null) return limitKey(`public-person:${route}` as const, session.personId);
  if (deviceToken === null) return undefined;
  const device = await findRememberedDevice(db.kysely, { token: deviceToken, now: clock.now() });
  return device && limitKey(`public-device:${route}` as const, { deviceId: device.id });
}
