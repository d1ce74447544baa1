import { fileURLToPath } from 'node:url';

type ModuleInfo = { readonly importedIds: readonly string[] };
type Modules = { readonly getModuleInfo: (id: string) => ModuleInfo | null };

const sourceOf = (file: string): string => fileURLToPath(new URL(`../src/${file}`, import.meta.url));
/** The login page with what no other page needs. */
const loginPage = [
  'features/entry/login/login-page.tsx',
  'features/entry/login/login-form.tsx',
  'shared/lazy-last-login-note.ts',
];
/** The home page with the routes and the shell it comes in. */
const homePage = ['app/inside/inside-routes.ts', 'app/inside/signed-in-shell.tsx', 'features/home/home/home-page.tsx'];
const transferPage = ['features/money/transfer/transfer-page.tsx'];
const script = /\.(?:ts|tsx|js|mjs)$/;
const library = /[\\/]node_modules[\\/]/;
/** What is shared by the pages of a few named streets, and by no others. */
const ofFewStreets = /[\\/]shared[\\/](\w+(?:\+\w+)+)[\\/]/;
/** What pages of the street of safety share: a form that is kept, which others would load with what three pages share. */
const ofSafety = /[\\/]safety[\\/]shared[\\/]proof-form\.tsx$/;
/** What draws QR codes: three pages would otherwise have every page load it. */
const ofQrCodes = /[\\/]node_modules[\\/]uqr[\\/]/;
/** What pages with forms keep on the device. Home needs none of it, which it would load with what three pages share. */
const ofForms = /[\\/]shared[\\/](?:keep-draft|kept-fields|use-kept-draft|use-kept-form|last-login)\.ts$/;
/** What wide screens and the settings need, and no page of a phone. */
const ofShortcuts = /[\\/]shared[\\/]shortcuts-choice\.ts$/;
/** The button for passkeys with its icon, which two more pages draw. */
const ofPasskeys = /[\\/]passkey-button\.tsx$|[\\/]fingerprint-(?:icon\.tsx|pattern\.m?js)$/;
/** How a site's host is written: the bar that says what a site asks for needs it, with nothing else. */
const ofSiteRequests = /[\\/]shared[\\/]inside[\\/]host\.tsx$/;
/** What the pages of connected sites share: three pages would otherwise have every page load it. */
const ofSites = /[\\/]features[\\/]sites[\\/]shared[\\/].*\.tsx?$/;
const ofFew: readonly RegExp[] = [ofFewStreets, ofPasskeys, ofSafety, ofSiteRequests, ofSites];
const ofMany = (id: string): boolean => script.test(id) && !ofFew.some((few) => few.test(id));
/** All of ours but the entry, which keeps its name. By folders of the repository, wherever it lies. */
const ofOurs =
  /[\\/]src[\\/](?:app[\\/](?!main\.)|shared[\\/]|features[\\/])|[\\/]packages[\\/][^\\/]+[\\/]src[\\/]|virtual:/;
/** Reading of amounts: links to pay need it too, with which every form of an amount would load the checksums. */
const ofAmounts = /[\\/]packages[\\/]money[\\/]/;
/** Checksums of addresses are half of what they need. */
const ofAddresses = /[\\/]@noble[\\/]|[\\/]packages[\\/]tron[\\/]/;
/** What the login page needs of a library and the entry does not; the library's index would lead to all of it. */
const libraryOfLogin = /[\\/]react-query[\\/].*[\\/]useMutation\.js$|[\\/]query-core[\\/].*[\\/]mutationObserver\.js$/;
/** What home needs of a library and the login page does not. */
const libraryOfHome =
  /[\\/]react-query[\\/].*[\\/]useInfiniteQuery\.js$|[\\/]query-core[\\/].*[\\/]infiniteQueryObserver\.js$/;

/**
 * What every page loads comes in two files, one that changes rarely and ours. Of the rest each page has a file of its own,
 * and what pages share comes in a few more: what the login page needs, and of what three pages or more need that which home
 * needs, the reading of amounts and of addresses, that which a transfer needs, and the rest. Without that a page loads forty
 * small files, which on a phone cost more by their number than by their size; with less of it home loads what it has no use
 * for. What is named after a few streets is a file of its own: three of its pages would otherwise put it into what all load.
 */
export const chunkGroups = [
  { name: 'vendor', test: library, tags: ['$initial' as const] },
  { name: 'app', test: ofOurs, tags: ['$initial' as const] },
  {
    name: sharedWith('login-shared', loginPage, libraryOfLogin),
    test: (id: string) => script.test(id) && !ofForms.test(id),
  },
  { name: 'kept', test: ofForms },
  { name: 'qr', test: ofQrCodes },
  { name: 'passkeys', test: ofPasskeys },
  { name: 'shortcuts', test: ofShortcuts },
  { name: sharedWith('home-shared', homePage, libraryOfHome), test: ofMany, minShareCount: 3 },
  // Its routes, its shell and the page share more than with others; these come together anyway.
  { name: sharedWith('home-first', homePage), test: ofMany, minShareCount: 2 },
  { name: 'amounts', test: ofAmounts, minShareCount: 3 },
  { name: 'addresses', test: ofAddresses, minShareCount: 3 },
  { name: sharedWith('transfer-shared', transferPage), test: ofMany, minShareCount: 3 },
  { name: 'inside', test: ofMany, minShareCount: 3 },
  { name: 'proof', test: ofSafety },
  { name: 'site-requests', test: ofSiteRequests },
  { name: 'sites', test: ofSites },
  { name: (id: string) => ofFewStreets.exec(id)?.[1]?.replaceAll('+', '-'), test: ofFewStreets, minShareCount: 2 },
];

/** Names what a page, made of these sources, needs at once beside them. */
function sharedWith(name: string, page: readonly string[], libraries?: RegExp) {
  const sources = new Set(page.map(sourceOf));
  let needed: Set<string> | undefined;
  return (id: string, modules: Modules): string | undefined => {
    if (needed === undefined) {
      needed = new Set();
      for (const source of sources) follow(source, modules, needed);
    }
    return libraries?.test(id) === true || (needed.has(id) && !sources.has(id)) ? name : undefined;
  };
}

function follow(id: string, modules: Modules, found: Set<string>): ReadonlySet<string> {
  if (found.has(id) || library.test(id)) return found;
  found.add(id);
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) follow(imported, modules, found);
  return found;
}
