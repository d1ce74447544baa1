import { Trans } from '@lingui/react/macro';
import type { CaseEvidence as Found, RefusedListing, ServiceFinding } from '@tern/contracts/refused-addresses';
import { Listings } from './listings.tsx';

/** What was found about a receiver: the lists that have it, and what the outside service said. */
export function CaseEvidence({ evidence }: { evidence: readonly Found[] }) {
  const listings = evidence.filter((found): found is RefusedListing => 'list' in found);
  const said = evidence.filter((found): found is ServiceFinding => 'service' in found);
  return (
    <>
      {listings.length === 0 ? null : <Listings listings={listings} />}
      {said.map(({ service, detail, reference }) => (
        <p key={service}>
          {service === 'hit' ? (
            <Trans>The screening service says: “{detail}”</Trans>
          ) : (
            <Trans>The screening service gave no answer: {detail}</Trans>
          )}
          {reference === null ? null : (
            <>
              {' '}
              <span className="ink-2">
                <Trans>(its reference: {reference})</Trans>
              </span>
            </>
          )}
        </p>
      ))}
    </>
  );
}
