import { Trans, useLingui } from '@lingui/react/macro';
import type { TransactionStepView, TransactionView } from '@tern/contracts/routes/console-transactions';
import { Timeline } from '@tern/ui/timeline';
import { nameOf } from '../../shared/code-names.ts';
import { formatMoment } from '../../shared/format-time.ts';
import { readRejection } from '../../shared/reason-names.ts';
import { codeName } from '../../shared/flow-codes.ts';
import { eventNames } from './transaction-texts.ts';

/** What happened, what is under way and what is to come, each with what is known of it. */
export function Course({ found }: { found: Pick<TransactionView, 'timeline' | 'confirmations'> }) {
  const { t, i18n } = useLingui();
  const labels = { done: t`Done`, now: t`Now`, todo: t`To come`, failed: t`Failed` };
  return (
    <section className="panel">
      <h2>
        <Trans>Timeline</Trans>
      </h2>
      {found.timeline.length === 0 ? (
        <p className="ink-2">
          <Trans>Nothing but its booking is known.</Trans>
        </p>
      ) : (
        <Timeline
          label={t`Timeline`}
          steps={found.timeline.map((step, at) => ({
            key: `${at} ${step.event}`,
            state: step.state,
            stateLabel: labels[step.state],
            title:
              step.event === 'decision' && step.code !== null
                ? i18n._(nameOf('operatorActions', step.code))
                : i18n._(eventNames[step.event]),
            time: step.at === null ? undefined : formatMoment(step.at),
            note: <Note step={step} confirmations={found.confirmations} />,
          }))}
        />
      )}
    </section>
  );
}

/** Whose words the codes of an event are; those of all others are answers of nodes and receipts. */
const codeLists: Partial<Record<TransactionStepView['event'], Parameters<typeof codeName>[0]>> = {
  'put-in-suspense': 'reasons',
  quarantined: 'reasons',
  screened: 'screening',
  held: 'screening',
  'deadline-passed': 'screening',
};

function Note({ step, confirmations }: { step: TransactionStepView } & Pick<TransactionView, 'confirmations'>) {
  const { i18n } = useLingui();
  const { event, state, operator, code, text, block, journalId } = step;
  if (event === 'decision') return <Decision operator={operator} text={text} />;
  if (event === 'journal')
    return (
      <>
        {i18n._(codeName('journalKinds', code ?? ''))} · <a href={`#journal-${journalId}`}>J-{journalId}</a>
      </>
    );
  if (event === 'confirming' && state === 'now' && confirmations !== null)
    return (
      <Trans>
        {confirmations.seen} of {confirmations.required}
      </Trans>
    );
  const list = codeLists[event] ?? 'answers';
  const parts = [
    block === null ? null : <Trans key="block">Block {i18n.number(block)}</Trans>,
    code === null ? null : event === 'order-made' ? (
      <Trans key="code">Attempt {code}</Trans>
    ) : (
      <span key="code">{i18n._(codeName(list, code))}</span>
    ),
    text === null ? null : <span key="text">{text}</span>,
  ].filter((part) => part !== null);
  return parts.flatMap((part, at) => (at === 0 ? [part] : [' · ', part]));
}

function Decision({ operator, text }: Pick<TransactionStepView, 'operator' | 'text'>) {
  const { i18n } = useLingui();
  const said = text === null ? undefined : readRejection(text);
  return (
    <>
      {operator ?? <Trans>Command line</Trans>}
      {said?.name === undefined ? null : <>: {i18n._(said.name)}</>}
      {said === undefined || said.note === '' ? null : <>: “{said.note}”</>}
    </>
  );
}
