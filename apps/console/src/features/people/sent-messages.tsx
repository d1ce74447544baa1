import { Trans, useLingui } from '@lingui/react/macro';
import type { PersonView } from '@tern/contracts/routes/console-people';
import { formatTime } from '../../shared/format-time.ts';
import { TablePanel } from '../../shared/table-panel.tsx';
import { providers, tryStates } from './message-names.ts';

type SentMessage = PersonView['sentMessages'][number];

/** What became of the newest codes and notices: why somebody waits for a code. */
export function SentMessages({ messages }: { messages: readonly SentMessage[] }) {
  return (
    <TablePanel title={<Trans>Codes and notices</Trans>} empty={<Trans>No messages in the last 30 days</Trans>}>
      {messages.map((message) => (
        <tr key={message.id}>
          <td>{formatTime(message.at)}</td>
          <td>
            <bdi dir="ltr">{message.to}</bdi>
          </td>
          <td>{message.isCode ? <Trans>Code</Trans> : <Trans>Security notice</Trans>}</td>
          <td>
            <Outcome message={message} />
          </td>
        </tr>
      ))}
    </TablePanel>
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
