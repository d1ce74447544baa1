import { Trans, useLingui } from '@lingui/react/macro';
import type { ConsoleTermsView } from '@tern/contracts/routes/console-terms';
import { termNames, termRules, type TermName } from '@tern/contracts/terms';
import { formatTime } from '../../shared/format-time.ts';
import { readTerm, useTermTexts } from '../../shared/term-texts.ts';

/** New values as they were typed. */
export type Typed = Readonly<Partial<Record<TermName, string>>>;

/** When new values can take effect, and why. */
export function Notice(props: { last: ConsoleTermsView['versions'][number]; values: Typed; server: string }) {
  const { i18n } = useLingui();
  const { nameOf } = useTermTexts();
  const { last, values } = props;
  const worse = termNames.filter((name) => {
    const value = readTerm(name, values[name] ?? '');
    if (value === undefined) return false;
    const before = BigInt(last.values[name]);
    return termRules[name].worse === 'higher' ? value > before : value < before;
  });
  const list = new Intl.ListFormat(i18n.locale).format(worse.map(nameOf));
  if (Object.keys(values).length === 0) return null;
  return (
    <>
      <p className="ink-2">
        {worse.length === 0 ? (
          <Trans>
            Nothing here is worse for people: it is in force as soon as another operator has carried it out.
          </Trans>
        ) : (
          <Trans>
            Worse for people: {list}. All of it is in force 24 hours after another operator has carried it out, at the
            earliest; sends and swaps drawn up before keep what they were shown.
          </Trans>
        )}
      </p>
      {last.effectiveAt > props.server ? (
        <p className="ink-2">
          <Trans>Not before {formatTime(last.effectiveAt)}, when the version decided last comes into force.</Trans>
        </p>
      ) : null}
    </>
  );
}
