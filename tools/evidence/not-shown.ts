/** Why no test shows an id of the threat list, in a sentence for docs/security/coverage.md. Remove an id once a test shows it. */
export const notShown: Readonly<Record<string, string>> = {
  X14: 'versions side by side need several machines, and an installation of this version does not run on several machines yet',
  'F-V1': 'an upgrade under load needs several machines, as for X14',
};
