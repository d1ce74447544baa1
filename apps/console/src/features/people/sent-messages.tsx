import { Trans, useLingui } from '@lingui/react/macro';
import type { PersonView } from '@tern/contracts/routes/console-people';
import type { DataColumn } from '../../shared/data-table/data-column.ts';
import { GivenTable } from '../../shared/data-table/given-table.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { providers, tryStates } from './message-names.ts';

type SentMessage = PersonView['sentMessages'][number];

/** What became of the newest codes and notices: why somebody waits for a code. */
export function SentMessages({ messages }: { messages: readonly SentMessage[] }) {
  const { t } = useLingui();
  const columns: readonly DataColumn<SentMessage>[] = [
    { id: 'at', name: t`Time`, fixed: true, sortBy: ({ at }) => at, cell: ({ at }) => formatTime(at) },
    { id: 'to', name: t`Receiver`, fixed: true, cell: ({ to }) => <bdi dir="ltr">{to}</bdi> },
    { id: 'kind', name: t`Kind`, fixed: true, cell: ({ isCode }) => (isCode ? t`Code` : t`Security notice`) },
    { id: 'result', name: t`Result`, fixed: true, whole: true, cell: (message) => <Outcome message={message} /> },
  ];
  return (
    <GivenTable
      name="person-sent-messages"
      label={t`Codes and notices`}
      columns={columns}
      rows={messages}
      keyOf={({ id }) => String(id)}
      empty={
        <p className="ink-2">
          <Trans>No messages in the last 30 days</Trans>
        </p>
      }
    />
  );
}

function Outcome({ message: { state, tries } }: { message: SentMessage }) {
  const { i18n } = useLingui();
  return (
    <>
      {tries.map(({ provider, state: tried, code }) => (
        <p key={provider}>
          {i18n._(providers[provider])}: {i18n._(tryStates[tried])}
          {code === null ? null : <span className="ink-2"> {code}</span>}
        </p>
      ))}
      {state === 'waiting' ? (
        <p className="ink-2">
          <Trans>Waiting to be sent</Trans>
        </p>
      ) : null}
      {state === 'dropped' ? (
        <p className="ink-2">
          <Trans>Will not be sent again</Trans>
        </p>
      ) : null}
    </>
  );
}
