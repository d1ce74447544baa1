import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ConsoleTermsView } from '@tern/contracts/routes/console-terms';
import type { TermName } from '@tern/contracts/terms';
import { Button } from '@tern/ui/button';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { readMoment } from '../../shared/read-time.ts';
import { SignedAction } from '../../shared/signed.tsx';
import { TimeField } from '../../shared/time-field.tsx';
import { Notice, type Typed } from './notice.tsx';
import { termGroups } from './term-groups.ts';
import { TermRow } from './term-row.tsx';
import './terms.css';

/** Every fee and limit by group. They are changed one at a time, each shows old and new, and are proposed together. */
export function TermsForm({ found }: { found: ConsoleTermsView }) {
  const { i18n } = useLingui();
  const [typed, setTyped] = useState<Typed>({});
  const [edited, setEdited] = useState<TermName>();
  const change = (name: TermName, value: string | undefined) =>
    setTyped((before) => {
      const { [name]: _former, ...others } = before;
      return value === undefined ? others : { ...others, [name]: value };
    });
  return (
    <>
      <div className="terms-groups">
        {termGroups.map(({ group, name, terms }) => (
          <section key={group} className="panel">
            <h2>{i18n._(name)}</h2>
            <table>
              <tbody>
                {terms.map((term) => (
                  <TermRow
                    key={term}
                    name={term}
                    found={found}
                    typed={typed[term]}
                    isEdited={edited === term}
                    onEdit={(isEdited) => setEdited(isEdited ? term : undefined)}
                    onType={(value) => change(term, value)}
                  />
                ))}
              </tbody>
            </table>
          </section>
        ))}
      </div>
      <ProposeTerms found={found} values={typed} onDone={() => setTyped({})} />
    </>
  );
}

/** How many changes there are, when they take effect, and proposing them. */
function ProposeTerms({ found, values, onDone }: { found: ConsoleTermsView; values: Typed; onDone: () => void }) {
  const { t } = useLingui();
  const [from, setFrom] = useState('');
  const last = found.versions[0];
  const count = Object.keys(values).length;
  if (last === undefined) return null;
  const content = () => ({
    kind: 'terms' as const,
    after: last.version,
    values,
    from: from === '' ? null : (readMoment(from) ?? from),
  });
  return (
    <section className="panel terms-bar" aria-label={t`Proposal`}>
      <div>
        <strong>
          <Plural value={count} _0="No changes yet" one="# change" other="# changes" />
        </strong>
        {count === 0 ? (
          <p className="ink-2">
            <Trans>
              Change values one after the other. Nothing happens before you propose them and another operator approves.
            </Trans>
          </p>
        ) : null}
        <Notice last={last} values={values} server={found.server} />
      </div>
      {count === 0 ? null : (
        <div className="signed">
          <TimeField
            label={t`Effective from (UTC); leave empty for the earliest allowed time`}
            time
            value={from}
            onChange={setFrom}
          />
          <Button
            kind="quiet"
            onClick={() => {
              onDone();
              setFrom('');
            }}
          >
            <Trans>Discard</Trans>
          </Button>
          <SignedAction
            label={<Plural value={count} one="Propose # change" other="Propose # changes" />}
            roles={['treasurer', 'administrator']}
            noteLabel={t`Why`}
            ask={(note) => api.changes.askProposal({ content: content(), note })}
            take={async (note, _more, proof) => {
              await api.changes.propose({ said: { content: content(), note }, proof });
              onDone();
              setFrom('');
              return 'second-operator-needed';
            }}
          />
        </div>
      )}
    </section>
  );
}
