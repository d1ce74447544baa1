import type { CaseEvidence } from '@tern/contracts/refused-addresses';

/** One finding in a line, as it is signed. Pure. */
export function sayFound(found: CaseEvidence): string {
  return 'list' in found ? sayEvidence(found) : `${found.service}: ${sayEvidence(found)}`;
}

/** The same without what kind of finding it is: a list with its source and day, or what a service said. Pure. */
export function sayEvidence(found: CaseEvidence): string {
  if ('list' in found) return `${found.list}: ${found.source}, ${found.asOf}`;
  return found.reference === null ? found.detail : `${found.detail} (${found.reference})`;
}
