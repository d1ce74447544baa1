import { Trans } from '@lingui/react/macro';

/** What none of this can show (the last section of docs/proof-of-liabilities.md). */
export function Limits() {
  return (
    <section className="stack gap-3" aria-labelledby="check-limits">
      <h2 className="title-3" id="check-limits">
        <Trans>What this can’t show</Trans>
      </h2>
      <ul className="stack gap-2 caption">
        <li>
          <Trans>Somebody who never checks could be left out unnoticed.</Trans>
        </li>
        <li>
          <Trans>The money could be borrowed for that moment, or others could have its keys.</Trans>
        </li>
        <li>
          <Trans>Debts that are not in our books are not counted.</Trans>
        </li>
        <li>
          <Trans>We know the time of a count up to two days ahead.</Trans>
        </li>
      </ul>
      <h3 className="title-3">
        <Trans>What reduces this</Trans>
      </h3>
      <ul className="stack gap-2 caption">
        <li>
          <Trans>The time of each count is drawn from an earlier block. A late count is shown here.</Trans>
        </li>
        <li>
          <Trans>Our keys sign each statement. Once its fingerprint is on Tron, we can’t change it unnoticed.</Trans>
        </li>
      </ul>
    </section>
  );
}
