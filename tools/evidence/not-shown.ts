/** Why an id of the threat list is shown by no test, in a sentence for docs/security/coverage.md. One that a test shows leaves. */
export const notShown: Readonly<Record<string, string>> = {
  X14: 'versions side by side need several machines, which one installation of this version does not have yet',
  'F-V1': 'an upgrade under load needs several machines, as X14',
};
