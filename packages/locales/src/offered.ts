/** Written by `npm run locales -- --write`, from the catalogues alone: see docs/languages.md. */
export const offered: readonly string[] = ['en'];
