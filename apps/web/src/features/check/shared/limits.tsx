import { Trans } from '@lingui/react/macro';

/** What none of this can show (the last section of docs/proof-of-liabilities.md). */
export function Limits() {
  return (
    <section className="stack gap-3" aria-labelledby="check-limits">
      <h2 className="title-3" id="check-limits">
        <Trans>What this can’t show</Trans>
      </h2>
      <ul className="stack gap-2 caption check-limits">
        <li>
          <Trans>Anybody who never looks could be left out unnoticed. The more people check, the less that pays.</Trans>
        </li>
        <li>
          <Trans>That the money is not borrowed for that moment, and that nobody else has its keys.</Trans>
        </li>
        <li>
          <Trans>Debts that are not in our books.</Trans>
        </li>
        <li>
          <Trans>
            Nobody can know the time of a count before the count of the day before. From then on we can, up to a day
            ahead.
          </Trans>
        </li>
      </ul>
    </section>
  );
}
