import { paths, type InsidePath } from '../../shared/paths.ts';

/** Pages that list what other pages show in full. */
export type ListPath = (typeof paths)['records' | 'messages' | 'activities' | 'my'];

/** For every page, the list that it is opened from and stands beside on wide screens, or that it stands alone there. */
const placeOf: Readonly<Record<InsidePath, ListPath | 'alone'>> = {
  [paths.home]: 'alone',
  [paths.transfer]: 'alone',
  [paths.receive]: 'alone',
  [paths.scan]: 'alone',
  [paths.priceAlerts]: 'alone',
  [paths.depositSearch]: 'alone',
  [paths.sent]: 'alone',
  [paths.reward]: 'alone',
  [paths.swap]: 'alone',
  [paths.siteRequest]: 'alone',
  [paths.records]: paths.records,
  [paths.record]: paths.records,
  [paths.recordInfo]: paths.records,
  [paths.receipt]: paths.records,
  [paths.swapRecord]: paths.records,
  [paths.messages]: paths.messages,
  [paths.message]: paths.messages,
  [paths.activities]: paths.activities,
  [paths.activity]: paths.activities,
  [paths.my]: paths.my,
  [paths.settings]: paths.my,
  [paths.profile]: paths.my,
  [paths.wallets]: paths.my,
  [paths.addressBook]: paths.my,
  [paths.about]: paths.my,
  [paths.complaints]: paths.my,
  [paths.ownData]: paths.my,
  [paths.securityHistory]: paths.my,
  [paths.loginPassword]: paths.my,
  [paths.tradePassword]: paths.my,
  [paths.authenticator]: paths.my,
  [paths.passkeys]: paths.my,
  [paths.contact]: paths.my,
  [paths.discovery]: paths.my,
  [paths.help]: paths.my,
  [paths.check]: paths.my,
  [paths.messageWord]: paths.my,
  [paths.factorReset]: paths.my,
  [paths.connectedSites]: paths.my,
  [paths.connect]: paths.my,
};

/** The list that this page is, or that it is opened from; undefined where it stands alone. */
export function listOf(location: { readonly pathname: string; readonly search: string }): ListPath | undefined {
  const { pathname, search } = location;
  // Without an id it is the list of all swaps, which is opened from the reward page.
  if (pathname === paths.swapRecord && !new URLSearchParams(search).has('id')) return undefined;
  const place = (placeOf as Readonly<Record<string, ListPath | 'alone'>>)[pathname];
  return place === 'alone' ? undefined : place;
}
