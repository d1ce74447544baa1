import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OperatorRole, QuestionView } from '@tern/contracts/routes/console-access';
import { Button } from '@tern/ui/button';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useSaid } from './actions.tsx';
import { ChoiceField } from './fields.tsx';
import { useOperator } from './operator.ts';
import { problemText } from './problem-texts.ts';
import type { Proof } from './signing/confirm-decision.tsx';
import { useSign } from './signing/signing.tsx';
import './signed.css';

const noteMin = 3;

type More = { readonly label: string; readonly choices?: readonly { readonly id: string; readonly name: string }[] };
type Signed = 'closed' | 'done' | 'second-operator-needed';

/**
 * One action that an operator's passkey signs: a button, where the others should know why a line for the reason, and then the
 * dialog that shows what is signed.
 * An action this role may not take is there, disabled, and says whose it is.
 */
export function SignedAction(props: {
  label: ReactNode;
  /** Roles that may, as the server's matrix says it. */
  roles: readonly OperatorRole[];
  /** `primary` is what waits for a decision and is to be done; `danger` ends or takes away. */
  kind?: 'primary' | 'quiet' | 'danger';
  /** Why it cannot be done now, whoever asks; shown beside the disabled button. */
  blocked?: string | undefined;
  /** Without: no reason is asked for. */
  noteLabel?: string;
  more?: More;
  ask: (note: string, more: string) => Promise<QuestionView>;
  take: (note: string, more: string, proof: Proof) => Promise<'done' | 'second-operator-needed'>;
}) {
  const { role } = useOperator();
  const queries = useQueryClient();
  const sign = useSign();
  const [isOpen, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const [more, setMore] = useState('');
  const reasonId = useId();
  const act = useMutation({
    mutationFn: async (): Promise<Signed> => {
      const question = await props.ask(note.trim(), more.trim());
      const proof = await sign(question);
      if (proof === undefined) return 'closed';
      return props.take(note.trim(), more.trim(), proof);
    },
    onSettled: () => queries.invalidateQueries(),
  });
  const needsText = props.noteLabel !== undefined;
  const isAllowed = props.roles.includes(role);
  const may = isAllowed && props.blocked === undefined;
  const said = useSaid({ isAllowed, blocked: props.blocked });
  const lacksChoice = props.more?.choices !== undefined && more === '';
  const lacksText = needsText && (note.trim().length < noteMin || lacksChoice);
  return (
    <div className="signed">
      {isOpen && needsText ? (
        <>
          {props.more === undefined ? null : <MoreField {...props.more} value={more} onChange={setMore} />}
          <NoteField label={props.noteLabel ?? ''} value={note} hintId={reasonId} onChange={setNote} />
        </>
      ) : null}
      <Button
        kind={props.kind ?? 'quiet'}
        disabled={!may || (isOpen && lacksText)}
        aria-describedby={may && !(isOpen && lacksText) ? undefined : (said ?? reasonId)}
        busy={act.isPending}
        onClick={() => (needsText && !isOpen ? setOpen(true) : act.mutate())}
      >
        {props.label}
      </Button>
      {said !== undefined || (may && !(isOpen && lacksText)) ? null : (
        <small id={reasonId} className="ink-2">
          {!isAllowed ? (
            <Trans>not for your role</Trans>
          ) : !may ? (
            props.blocked
          ) : lacksChoice ? (
            <Trans>Choose from the list first.</Trans>
          ) : (
            <Trans>Write at least three characters, then press the button again.</Trans>
          )}
        </small>
      )}
      <Outcome of={act} />
    </div>
  );
}

/** The reason, named above its field; whoever pressed the button goes on writing here. */
function NoteField(props: { label: string; value: string; hintId: string; onChange: (note: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <label className="signed-field">
      <span>{props.label}</span>
      <input
        ref={field}
        className="input"
        value={props.value}
        maxLength={400}
        aria-describedby={props.hintId}
        onChange={({ target }) => props.onChange(target.value)}
      />
    </label>
  );
}

/** A second line, or a choice, for what an action needs beside the reason. */
function MoreField(props: More & { value: string; onChange: (value: string) => void }) {
  const { label, choices, value, onChange } = props;
  return choices === undefined ? (
    <label className="signed-field">
      <span>{label}</span>
      <input className="input" value={value} maxLength={64} onChange={({ target }) => onChange(target.value)} />
    </label>
  ) : (
    <ChoiceField label={label} value={value} choices={choices.map(({ id, name }) => [id, name])} onChange={onChange} />
  );
}

function Outcome({ of: { error, data } }: { of: { error: unknown; data: Signed | undefined } }) {
  const { t } = useLingui();
  const texts: Record<Signed, string> = {
    closed: t`Not signed; nothing was changed.`,
    'second-operator-needed': t`Kept. A second, different operator has to say the same.`,
    done: t`Done.`,
  };
  if (error === null && data === undefined) return null;
  return (
    <small role="status" className={error === null ? 'ink-2' : 'danger'}>
      {error === null && data !== undefined ? texts[data] : problemText(error)}
    </small>
  );
}
