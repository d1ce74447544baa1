import { Trans, useLingui } from '@lingui/react/macro';
import { Propose } from '../../shared/propose.tsx';

/** All that is owed, counted and published beside the count of the day: two operators decide, the worker counts. */
export function CountNow() {
  const { t } = useLingui();
  return (
    <section className="panel books-document">
      <h2>
        <Trans>Count of all that is owed</Trans>
      </h2>
      <p className="books-purpose">
        <Trans>
          Once a day all that is owed is counted and published at a moment that nobody can choose. For an auditor or
          after an incident, two operators can ask for one more count. It is published in the same way, and says that it
          was asked for. A second operator has to agree under Funds and pairs.
        </Trans>
      </p>
      <Propose label={t`Propose a count now`} content={{ kind: 'snapshot' }} />
    </section>
  );
}
