import { Trans, useLingui } from '@lingui/react/macro';
import type { ConsoleTermsView } from '@tern/contracts/routes/console-terms';
import type { TermName } from '@tern/contracts/terms';
import { Button } from '@tern/ui/button';
import { useEffect, useRef, useState } from 'react';
import { formatTime } from '../../shared/format-time.ts';
import { readTerm, useTermTexts } from '../../shared/term-texts.ts';

/** One fee or limit: its value, what it is to become, and the field in which that is written. */
export function TermRow(props: {
  name: TermName;
  found: ConsoleTermsView;
  /** The new value as typed; undefined while it stays as it is. */
  typed: string | undefined;
  isEdited: boolean;
  onEdit: (edited: boolean) => void;
  onType: (typed: string | undefined) => void;
}) {
  const { name, found, typed, isEdited, onEdit, onType } = props;
  const { t } = useLingui();
  const { nameOf, say } = useTermTexts();
  const last = found.versions[0]?.values[name] ?? '0';
  const next = typed === undefined ? undefined : readTerm(name, typed);
  return (
    <tr className={next === undefined ? undefined : 'terms-changed'}>
      <th scope="row">{nameOf(name)}</th>
      <td className="end">
        {next === undefined ? (
          <Values name={name} found={found} />
        ) : (
          <p>
            <s>{say(name, last)}</s> <span aria-hidden="true">→</span>{' '}
            <span className="visually-hidden">{t`becomes`}</span> <strong>{say(name, String(next))}</strong>
          </p>
        )}
        {isEdited ? (
          <Field
            name={name}
            last={last}
            onDone={(value) => {
              if (value !== undefined) onType(value);
              onEdit(false);
            }}
          />
        ) : null}
      </td>
      <td className="end terms-act">
        {isEdited ? null : next === undefined ? (
          <Button kind="text" aria-label={t`Change: ${nameOf(name)}`} onClick={() => onEdit(true)}>
            <Trans>Change</Trans>
          </Button>
        ) : (
          <Button kind="text" aria-label={t`Undo: ${nameOf(name)}`} onClick={() => onType(undefined)}>
            <Trans>Undo</Trans>
          </Button>
        )}
      </td>
    </tr>
  );
}

function Field(props: { name: TermName; last: string; onDone: (typed: string | undefined) => void }) {
  const { name, last, onDone } = props;
  const { t } = useLingui();
  const { nameOf, unitOf } = useTermTexts();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // Whoever pressed the button goes on writing here.
  useEffect(() => field.current?.focus(), []);
  const value = readTerm(name, text);
  const fault =
    text.trim() === ''
      ? undefined
      : value === undefined
        ? t`This is no value.`
        : String(value) === last
          ? t`It is so already.`
          : undefined;
  return (
    <form
      className="terms-field"
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== undefined && fault === undefined) onDone(text.trim());
      }}
    >
      <input
        className="input"
        inputMode="decimal"
        ref={field}
        aria-label={t`New value: ${nameOf(name)}, ${unitOf(name)}`}
        placeholder={unitOf(name)}
        value={text}
        maxLength={60}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onDone(undefined);
        }}
      />
      <Button kind="quiet" type="submit" disabled={value === undefined || fault !== undefined}>
        <Trans>Set</Trans>
      </Button>
      <Button kind="text" onClick={() => onDone(undefined)}>
        <Trans>Cancel</Trans>
      </Button>
      <small role="status" className="danger">
        {fault}
      </small>
    </form>
  );
}

/** The value in force, and each that is to come with its moment. */
function Values({ name, found }: { name: TermName; found: ConsoleTermsView }) {
  const { say } = useTermTexts();
  const steps = found.versions.filter(({ version }) => version >= found.current).toReversed();
  return steps.map((step, at) => {
    const before = steps[at - 1];
    if (before === undefined)
      return (
        <p key={step.version} className="number">
          {say(name, step.values[name])}
        </p>
      );
    if (before.values[name] === step.values[name]) return null;
    return (
      <p key={step.version} className="ink-2">
        <Trans>
          {say(name, step.values[name])} from {formatTime(step.effectiveAt)}
        </Trans>
      </p>
    );
  });
}
