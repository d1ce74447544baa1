import { readFileSync } from 'node:fs';

/** The version of the product, as the pages of its APIs name it. */
export function productVersion(): string {
  const file = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
