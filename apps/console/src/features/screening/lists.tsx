import { Trans, useLingui } from '@lingui/react/macro';
import type { RefusedListView } from '@tern/contracts/routes/console-screening';
import { Link } from 'react-router';
import { formatDay } from '../../shared/format-time.ts';

/** The lists there are, with where their addresses come from. */
export function Lists({ lists }: { lists: readonly RefusedListView[] }) {
  const { t } = useLingui();
  return (
    <section className="panel">
      <h2>
        <Trans>Lists of refused addresses</Trans>
      </h2>
      {lists.length === 0 ? (
        <p className="ink-2">
          <Trans>
            There is no list, so nothing is held for one. An administrator proposes addresses, and a second one puts
            them on a list.
          </Trans>
        </p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>{t`List`}</th>
              <th>{t`Addresses`}</th>
              <th>{t`Newest from`}</th>
            </tr>
          </thead>
          <tbody>
            {lists.map(({ list, addresses, source, asOf }) => (
              <tr key={list}>
                <td>
                  <Link className="link" to={`/screening/lists/${encodeURIComponent(list)}`}>
                    {list}
                  </Link>
                </td>
                <td className="number">{addresses}</td>
                <td>
                  <Trans>
                    {source}, as of {formatDay(asOf)}
                  </Trans>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
