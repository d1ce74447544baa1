import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '@tern/ui/error-state';
import { api } from '../../shared/api.ts';
import { formatTime } from '../../shared/format-time.ts';
import { problemText } from '../../shared/problem-texts.ts';
import { providers, tryStates } from './message-names.ts';

const outcomes = { ...tryStates, 'kept-away': msg`not sent, because nothing arrived there lately` };

/** Codes that reached nobody: mistyped numbers and mail addresses, of which no page of a person tells. */
export function Undelivered() {
  const { i18n } = useLingui();
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: ['undelivered'],
    queryFn: () => api.people.showUndelivered(),
  });
  if (data === undefined)
    return isError ? (
      <ErrorState note={problemText(error)} retrying={isFetching} onRetry={() => void refetch()} />
    ) : null;
  const { days, rows } = data;
  return (
    <section className="panel">
      <h2>
        <Trans>Undelivered messages without an account</Trans>
      </h2>
      <p className="ink-2">
        <Trans>
          Codes and notices of the last {days} days that did not arrive, to phone numbers and e-mail addresses without
          an account. The addresses are not shown.
        </Trans>
      </p>
      {rows.length === 0 ? (
        <p className="ink-2">
          <Trans>No undelivered messages</Trans>
        </p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>
                <Trans>Provider</Trans>
              </th>
              <th>
                <Trans>Result</Trans>
              </th>
              <th>
                <Trans>Messages</Trans>
              </th>
              <th>
                <Trans>Recipients</Trans>
              </th>
              <th>
                <Trans>Latest</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ provider, state, code, messages, recipients, lastAt }) => (
              <tr key={`${provider} ${state} ${code ?? ''}`}>
                <td>{i18n._(providers[provider])}</td>
                <td>
                  {i18n._(outcomes[state])}
                  {code === null ? null : <span className="ink-2"> {code}</span>}
                </td>
                <td className="number">{messages}</td>
                <td className="number">{recipients}</td>
                <td>{formatTime(lastAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
