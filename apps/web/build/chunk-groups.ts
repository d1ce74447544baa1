import { fileURLToPath } from 'node:url';

type ModuleInfo = { readonly importedIds: readonly string[] };
type Modules = { readonly getModuleInfo: (id: string) => ModuleInfo | null };

const loginPage = fileURLToPath(new URL('../src/features/entry/login/login-page.tsx', import.meta.url));
const script = /\.(?:ts|tsx|js|mjs)$/;
const library = /[\\/]node_modules[\\/]/;
/** What is shared by the pages of two streets, and by no others. */
const ofTwoStreets = /[\\/]shared[\\/](\w+\+\w+)[\\/]/;
/** What the pages of records share with what home loads later: no other page loads it. */
const ofRecords = /[\\/]shared[\\/]inside[\\/]records[\\/]|[\\/]packages[\\/]ui[\\/]src[\\/]ring\.tsx$/;
/** What the login page needs of a library and the entry does not; the library's index would lead to all of it. */
const libraryOfLogin = /[\\/]react-query[\\/].*[\\/]useMutation\.js$|[\\/]query-core[\\/].*[\\/]mutationObserver\.js$/;

/**
 * What every page loads comes in two files, one that changes rarely and ours. Of the rest each page has a file of its own,
 * and what pages share comes in two more: what the login page needs, and what three pages or more need. Without that a
 * page loads forty small files, which on a phone cost more by their number than by their size. What is named after two streets
 * is a file of its own: three of its pages would otherwise put it into what all pages load.
 */
export const chunkGroups = [
  { name: 'vendor', test: library, tags: ['$initial' as const] },
  { name: 'app', test: /[\\/](?:shared|features|packages)[\\/]|virtual:/, tags: ['$initial' as const] },
  { name: nameForLogin, test: script },
  {
    name: 'inside',
    test: (id: string) => script.test(id) && !ofTwoStreets.test(id) && !ofRecords.test(id),
    minShareCount: 3,
  },
  { name: (id: string) => ofTwoStreets.exec(id)?.[1]?.replace('+', '-'), test: ofTwoStreets, minShareCount: 2 },
  { name: 'records', test: (id: string) => script.test(id) && ofRecords.test(id) },
];

let ofLogin: ReadonlySet<string> | undefined;

function nameForLogin(id: string, modules: Modules): string | undefined {
  ofLogin ??= follow(loginPage, modules, new Set());
  return libraryOfLogin.test(id) || (id !== loginPage && ofLogin.has(id)) ? 'login-shared' : undefined;
}

function follow(id: string, modules: Modules, found: Set<string>): ReadonlySet<string> {
  if (found.has(id) || library.test(id)) return found;
  found.add(id);
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) follow(imported, modules, found);
  return found;
}
