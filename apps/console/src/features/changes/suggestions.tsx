import { Trans, useLingui } from '@lingui/react/macro';
import type { ChangesView } from '@tern/contracts/routes/console-changes';
import { formatTime } from '../../shared/format-time.ts';
import { Propose } from '../../shared/propose.tsx';
import { useSayChange } from '../../shared/say-change.ts';

/** What other systems suggest: an operator proposes it as their own change, and another one carries that out. */
export function Suggestions({ suggestions }: Pick<ChangesView, 'suggestions'>) {
  const { t } = useLingui();
  const say = useSayChange();
  if (suggestions.length === 0) return null;
  return (
    <section className="panel panels">
      <h2>
        <Trans>Suggested by other systems</Trans>
      </h2>
      <p className="ink-2">
        <Trans>
          Nothing changes until one operator proposes it and another carries it out. What nobody proposes expires.
        </Trans>
      </p>
      <table>
        <tbody>
          {suggestions.map(({ id, key, content, note, madeAt, expiresAt }) => (
            <tr key={id}>
              <td>
                <strong>{say(content)}</strong>
                <p className="ink-2">
                  {key}, {formatTime(madeAt)}: {note}
                </p>
              </td>
              <td className="ink-2">
                <Trans>Until {formatTime(expiresAt)}</Trans>
              </td>
              <td>
                <Propose label={t`Propose`} content={content} suggestionId={id} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
