/** Why no test shows an id of the threat list, in a sentence for docs/security/coverage.md. Remove an id once a test shows it. */
export const notShown: Readonly<Record<string, string>> = {};
