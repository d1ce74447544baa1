import { Trans, useLingui } from '@lingui/react/macro';
import type { ConsoleTermsView } from '@tern/contracts/routes/console-terms';
import { termNames, type TermName } from '@tern/contracts/terms';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { formatTime } from '../../shared/format.ts';
import { SignedAction } from '../../shared/signed.tsx';
import { readTerm, useTermTexts } from '../../shared/term-texts.ts';
import { Notice, type Typed } from './notice.tsx';

/** Every value in force and to come, with a field beside each; what is typed is proposed together. */
export function TermsForm({ found }: { found: ConsoleTermsView }) {
  const { t } = useLingui();
  const { nameOf } = useTermTexts();
  const [typed, setTyped] = useState<Typed>({});
  const [from, setFrom] = useState('');
  const last = found.versions[0];
  if (last === undefined) return null;
  const values = Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== '')) as Typed;
  return (
    <section className="panel panels">
      <h2>
        <Trans>In force and to come</Trans>
      </h2>
      <TermsTable found={found} typed={typed} onType={setTyped} />
      <Notice last={last} values={values} server={found.server} />
      <div className="signed">
        <label className="cluster">
          <Trans>In force from; empty for as early as may be</Trans>
          <input
            className="input"
            type="datetime-local"
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
        </label>
        <SignedAction
          label={t`Propose`}
          roles={['treasurer', 'administrator']}
          noteLabel={t`Why`}
          blocked={findObstacle()}
          ask={(note) => api.changes.askProposal({ content: content(), note })}
          take={async (note, _more, proof) => {
            await api.changes.propose({ said: { content: content(), note }, proof });
            setTyped({});
            setFrom('');
            return 'second-operator-needed';
          }}
        />
      </div>
    </section>
  );

  function content() {
    return {
      kind: 'terms' as const,
      after: last?.version ?? 1,
      values,
      from: from === '' ? null : new Date(from).toISOString(),
    };
  }

  function findObstacle(): string | undefined {
    const names = termNames.filter((name) => values[name] !== undefined);
    const unread = names.find((name) => readTerm(name, values[name] ?? '') === undefined);
    if (unread !== undefined) return t`This is no value: ${nameOf(unread)}`;
    return names.some((name) => String(readTerm(name, values[name] ?? '')) !== last?.values[name])
      ? undefined
      : t`Write a new value first.`;
  }
}

function TermsTable(props: { found: ConsoleTermsView; typed: Typed; onType: (typed: Typed) => void }) {
  const { t } = useLingui();
  const { found, typed, onType } = props;
  const { nameOf, unitOf } = useTermTexts();
  return (
    <table>
      <thead>
        <tr>
          <th>
            <Trans>Fee or limit</Trans>
          </th>
          <th>
            <Trans>Value</Trans>
          </th>
          <th>
            <Trans>New value</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {termNames.map((name) => (
          <tr key={name}>
            <td>{nameOf(name)}</td>
            <td>
              <Values name={name} found={found} />
            </td>
            <td>
              <input
                className="input"
                inputMode="decimal"
                aria-label={t`New value: ${nameOf(name)}, ${unitOf(name)}`}
                placeholder={unitOf(name)}
                value={typed[name] ?? ''}
                maxLength={60}
                onChange={({ target }) => onType({ ...typed, [name]: target.value })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The value in force, and each that is to come with its moment. */
function Values({ name, found }: { name: TermName; found: ConsoleTermsView }) {
  const { say } = useTermTexts();
  const steps = found.versions.filter(({ version }) => version >= found.current).toReversed();
  return steps.map((step, at) => {
    const before = steps[at - 1];
    if (before === undefined) return <p key={step.version}>{say(name, step.values[name])}</p>;
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
