import { paths } from '../../shared/paths.ts';

/** Pages that list what other pages show in full. */
export type ListPath = (typeof paths)['records' | 'messages' | 'activities' | 'my'];

const detailsOf: Readonly<Record<ListPath, readonly string[]>> = {
  [paths.records]: [paths.record, paths.recordInfo, paths.receipt, paths.swapRecord],
  [paths.messages]: [paths.message],
  [paths.activities]: [paths.activity],
  [paths.my]: [
    paths.settings,
    paths.profile,
    paths.wallets,
    paths.addressBook,
    paths.about,
    paths.complaints,
    paths.ownData,
    paths.securityHistory,
    paths.loginPassword,
    paths.tradePassword,
    paths.authenticator,
    paths.passkeys,
    paths.contact,
    paths.discovery,
    paths.help,
    paths.messageWord,
    paths.factorReset,
  ],
};

const listPaths = Object.keys(detailsOf) as ListPath[];

/** The list that this page is, or that it is opened from; undefined where it stands alone. */
export function listOf(location: { readonly pathname: string; readonly search: string }): ListPath | undefined {
  const { pathname, search } = location;
  // Without an id it is the list of all swaps, which is opened from the reward page.
  if (pathname === paths.swapRecord && !new URLSearchParams(search).has('id')) return undefined;
  return listPaths.find((path) => path === pathname || detailsOf[path].includes(pathname));
}
