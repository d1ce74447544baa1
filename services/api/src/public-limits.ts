import type { routeAccess, RouteName } from './route-access.ts';

/** A route that anybody may ask. */
export type PublicRoute = {
  [Name in RouteName]: (typeof routeAccess)[Name] extends 'public' ? Name : never;
}[RouteName];

export type PublicLimit =
  /** As many an hour as there are logins: from one line, and from one network. */
  | { readonly limit: 'tries'; readonly lane: Lane }
  /** As many a minute as people read. */
  | { readonly limit: 'reads'; readonly lane: Lane }
  /** It counts what it is asked itself. */
  | { readonly limit: 'own'; readonly because: string }
  /** However many ask, it costs next to nothing. */
  | { readonly limit: 'none'; readonly because: string };

/**
 * What of a stranger's request waits in the strangers' lane: `whole`, all of it; `entry`, the counting, where the rest knows
 * by itself who has shown something (a right code, an open sign-in) and waits behind strangers no longer.
 */
type Lane = 'whole' | 'entry';

/** What bounds each route that anybody may ask; one that is missing here does not compile. */
export const publicLimits: Readonly<Record<PublicRoute, PublicLimit>> = {
  'identity.sendRegisterCode': { limit: 'tries', lane: 'whole' },
  'identity.register': { limit: 'tries', lane: 'entry' },
  'identity.login': {
    limit: 'own',
    because: 'It counts tries that were judged, of a line and a network, and gives the others back.',
  },
  'identity.resendLoginCode': { limit: 'tries', lane: 'entry' },
  'identity.finishLogin': { limit: 'tries', lane: 'entry' },
  'identity.sendRecoveryCode': { limit: 'tries', lane: 'whole' },
  'identity.recover': { limit: 'tries', lane: 'entry' },
  'identity.stopChange': { limit: 'tries', lane: 'whole' },
  'protection.beginPasskeyLogin': { limit: 'tries', lane: 'whole' },
  'protection.passkeyLogin': { limit: 'tries', lane: 'whole' },
  'protection.sendFactorResetCode': { limit: 'tries', lane: 'whole' },
  'protection.startFactorReset': { limit: 'tries', lane: 'entry' },
  'installation.installation': { limit: 'none', because: 'All who ask at once get one answer.' },
  'installation.rules': { limit: 'none', because: 'All who ask at once get one answer.' },
  'installation.health': { limit: 'none', because: 'All who ask at once get one answer.' },
  'status.status': {
    limit: 'own',
    because: 'It counts reads of a line, and none while the database that counts them is down.',
  },
  'terms.terms': { limit: 'reads', lane: 'whole' },
  'pool.listPublished': { limit: 'reads', lane: 'whole' },
  'pool.distributionFile': { limit: 'tries', lane: 'whole' },
  'check.conduct': { limit: 'reads', lane: 'whole' },
  'check.listSnapshots': { limit: 'reads', lane: 'whole' },
  'check.snapshotChunk': { limit: 'reads', lane: 'whole' },
  'check.listLogDays': { limit: 'reads', lane: 'whole' },
  'check.logConsistency': { limit: 'reads', lane: 'whole' },
};
