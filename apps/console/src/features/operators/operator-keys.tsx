import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { operatorRole } from '@tern/contracts/routes/console-access';
import type { OperatorDetailView } from '@tern/contracts/routes/console-operators';
import { TriangleAlertIcon } from '@tern/ui/icons';
import { api } from '../../shared/api.ts';
import { formatTime } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';
import { passkeyCopies, passkeyWays } from '../../shared/passkey-ways.ts';
import { SignedAction } from '../../shared/signed.tsx';
import { AddKey } from './add-key.tsx';

type Key = OperatorDetailView['keys'][number];

/** What a key is, by how it reaches the browser: the most telling way first. */
const kinds = [
  ['usb', msg`Security key`],
  ['nfc', msg`Security key`],
  ['ble', msg`Security key`],
  ['internal', msg`Passkey of a device`],
  ['hybrid', msg`Passkey of a phone`],
] as const;

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

/** Every key an operator signs with or signed with; their own operator adds and removes them here. */
export function OperatorKeys({ found }: { found: OperatorDetailView }) {
  const { name: own } = useOperator();
  const isOwn = found.name === own;
  const isOut = found.disabledAt !== null;
  const live = found.keys.filter(({ ended }) => ended === null);
  return (
    <section className="panel operators-keys">
      <h2>
        <Trans>Keys</Trans>
      </h2>
      {found.keys.length === 0 ? (
        <p className="ink-2">
          <Trans>The passkey will appear here once the invitation was used.</Trans>
        </p>
      ) : (
        <ul className="operators-list">
          {found.keys.map((key, at) => (
            <KeyItem key={key.id} found={found} item={key} number={at + 1} isOwn={isOwn} isOnly={live.length === 1} />
          ))}
        </ul>
      )}
      {live.length === 1 && !isOut ? (
        <p className="operators-warning">
          <TriangleAlertIcon size="s" />
          {isOwn ? (
            <Trans>
              Your only key. If you lose it, two administrators have to disable you and invite you anew. Add another.
            </Trans>
          ) : (
            <Trans>
              The only key. If it is lost, two administrators have to disable this operator and invite another.
            </Trans>
          )}
        </p>
      ) : null}
      {isOwn ? <AddKey live={live.length} /> : null}
    </section>
  );
}

function KeyItem(props: {
  found: OperatorDetailView;
  item: Key;
  number: number;
  isOwn: boolean;
  /** The operator would have none without it. */
  isOnly: boolean;
}) {
  const { found, item, number, isOwn, isOnly } = props;
  const { i18n, t } = useLingui();
  const kind = i18n._(kindOf(item));
  const about = [
    item.name === null ? null : kind,
    ...item.transports.map((way) => (passkeyWays[way] === undefined ? way : i18n._(passkeyWays[way]))),
    item.isSyncable === null ? null : i18n._(passkeyCopies[item.isSyncable ? 'syncable' : 'one-device']),
  ].filter((part) => part !== null);
  const called = item.name ?? `${kind} ${number}`;
  return (
    <li>
      <div>
        <strong>{called}</strong>
        <p className="ink-2">{about.join(' · ')}</p>
        <p className="ink-2">
          <Trans>
            Fingerprint <span className="mono">{item.print}</span>
          </Trans>
        </p>
        <p className="ink-2">
          <Trans>Added {formatTime(item.addedAt)}</Trans>
          {' · '}
          {item.usedAt === null ? (
            <Trans>not used since it was added</Trans>
          ) : (
            <Trans>last used {formatTime(item.usedAt)}</Trans>
          )}
        </p>
        <KeyState item={item} />
      </div>
      {item.ended !== null || isOnly ? null : isOwn ? (
        <SignedAction
          label={t`Remove ${called}`}
          roles={operatorRole.options}
          ask={() => api.operators.askRemoval({ id: item.id })}
          take={async (_note, _more, proof) => {
            await api.operators.removeKey({ said: { id: item.id }, proof });
            return 'done';
          }}
        />
      ) : (
        <SignedAction
          label={t`Propose to disable ${called}`}
          roles={['administrator']}
          blocked={
            found.proposal === null ? undefined : t`Something is proposed already. Approve or withdraw it first.`
          }
          noteLabel={t`Reason, for the other administrators`}
          ask={(note) => api.operators.askProposal({ kind: 'disable-key', name: found.name, key: item.id, note })}
          take={async (note, _more, proof) => {
            const said = { kind: 'disable-key', name: found.name, key: item.id, note } as const;
            await api.operators.propose({ said, proof });
            return 'second-operator-needed';
          }}
        />
      )}
    </li>
  );
}

function KeyState({ item: { ended, moneyFrom } }: { item: Key }) {
  if (ended !== null)
    return (
      <p className="danger">
        {ended.reason === 'removed' ? (
          <Trans>Removed by its operator {formatTime(ended.at)}. It signs nothing any more.</Trans>
        ) : (
          <Trans>Disabled by two administrators {formatTime(ended.at)}. It signs nothing any more.</Trans>
        )}
      </p>
    );
  if (moneyFrom === null) return null;
  return (
    <p className="operators-warning">
      <TriangleAlertIcon size="s" />
      <Trans>New. It signs in, and decides about money, operators and keys from {formatTime(moneyFrom)}.</Trans>
    </p>
  );
}

function kindOf({ transports }: Key) {
  return kinds.find(([way]) => transports.includes(way))?.[1] ?? msg`Passkey`;
}
