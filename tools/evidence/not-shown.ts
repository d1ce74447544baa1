/** Why an id of the threat list is shown by no test, in a sentence for docs/security/coverage.md. One that a test shows leaves. */
export const notShown: Readonly<Record<string, string>> = {
  X09: 'which hosts a process may reach is limited by the network it runs in; the repository ships no containers and sets no limit of its own, so there is nothing here that a test could try',
  X14: 'versions side by side need several machines, which one installation of this version does not have yet',
  'F-V1': 'an upgrade under load needs several machines, as X14',
};
