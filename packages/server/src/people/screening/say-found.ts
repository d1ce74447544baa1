import type { CaseEvidence } from '@tern/contracts/refused-addresses';

/** One finding in a line, as it is signed. Pure. */
export function sayFound(found: CaseEvidence): string {
  if ('list' in found) return `${found.list}: ${found.source}, ${found.asOf}`;
  const { service, detail, reference } = found;
  return `${service}: ${detail}${reference === null ? '' : ` (${reference})`}`;
}
