import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { OperatorDetailView } from '@tern/contracts/routes/console-operators';
import { TriangleAlertIcon } from '@tern/ui/icons';
import { formatTime } from '../../shared/format.ts';

type Key = OperatorDetailView['keys'][number];

/** What a key is, by how it reaches the browser: the most telling way first. */
const kinds = [
  ['usb', msg`Security key`],
  ['nfc', msg`Security key`],
  ['ble', msg`Security key`],
  ['internal', msg`Passkey of a device`],
  ['hybrid', msg`Passkey of a phone`],
] as const;

const ways: Readonly<Record<string, ReturnType<typeof msg>>> = {
  usb: msg`USB`,
  nfc: msg`NFC`,
  ble: msg`Bluetooth`,
  internal: msg`built in`,
  hybrid: msg`by QR code`,
};

/** How many keys; a single one is a warning, because losing it locks the operator out. */
export function KeyCount({ passkeys, isOut }: { passkeys: number; isOut: boolean }) {
  if (passkeys === 0) return <Trans>none yet</Trans>;
  const count = <Plural value={passkeys} one="# passkey" other="# passkeys" />;
  return passkeys > 1 || isOut ? (
    count
  ) : (
    <span className="operators-warning">
      <TriangleAlertIcon size="s" />
      {count}
    </span>
  );
}

/** Every key an operator signs with: what it is, since when, and when it was used last. */
export function OperatorKeys({ keys, isOut }: { keys: readonly Key[]; isOut: boolean }) {
  const { i18n } = useLingui();
  return (
    <section className="panel">
      <h2>
        <Trans>Keys</Trans>
      </h2>
      {keys.length === 0 ? (
        <p className="ink-2">
          <Trans>The passkey will appear here once the invitation was used.</Trans>
        </p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>
                <Trans>Key</Trans>
              </th>
              <th>
                <Trans>Added</Trans>
              </th>
              <th>
                <Trans>Last used</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key, at) => (
              <tr key={key.id}>
                <td>
                  {i18n._(kindOf(key))} {at + 1}
                  {key.transports.length === 0 ? null : (
                    <small className="ink-2">
                      {' '}
                      {key.transports.map((way) => (ways[way] === undefined ? way : i18n._(ways[way]))).join(', ')}
                    </small>
                  )}
                </td>
                <td>{formatTime(key.addedAt)}</td>
                <td>{key.usedAt === null ? <Trans>not since it was added</Trans> : formatTime(key.usedAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {keys.length === 1 && !isOut ? (
        <p className="operators-warning">
          <TriangleAlertIcon size="s" />
          <Trans>
            The only key. If it is lost, two administrators have to disable this operator and invite another.
          </Trans>
        </p>
      ) : null}
    </section>
  );
}

function kindOf({ transports }: Key) {
  return kinds.find(([way]) => transports.includes(way))?.[1] ?? msg`Passkey`;
}
