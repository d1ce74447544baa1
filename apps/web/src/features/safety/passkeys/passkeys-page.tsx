import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { PasskeyView } from '@tern/contracts/routes/protection';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { Empty } from '@tern/ui/empty';
import { FingerprintIcon } from '@tern/ui/fingerprint-icon';
import { Loaded } from '@tern/ui/loaded';
import { Alert } from '@tern/ui/notice';
import { AppBar, Page } from '@tern/ui/page';
import { Row } from '@tern/ui/row';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { useState } from 'react';
import { BackButton } from '../../../shared/back-button.tsx';
import { formatDateTime } from '../../../shared/format-time.ts';
import { paths } from '../../../shared/paths.ts';
import { useKeptDraft } from '../../../shared/use-kept-draft.ts';
import '../shared/factors.css';
import { AddPasskey } from './add-passkey.tsx';
import { keptOfPasskeyName } from './kept-name.ts';
import { passkeysQuery } from './passkey-queries.ts';
import { PasskeySheet } from './passkey-sheet.tsx';
import { RemovePasskey } from './remove-passkey.tsx';

type View = { at: 'list' } | { at: 'add' } | { at: 'remove'; passkey: PasskeyView };

/** The account's passkeys: added, renamed and removed here. */
function PasskeysPage() {
  const { t } = useLingui();
  const [view, setView] = useState<View>({ at: 'list' });
  const { data } = useQuery(passkeysQuery);
  const kept = useKeptDraft(keptOfPasskeyName.form, keptOfPasskeyName.fields);
  // At first the one whose form the person comes back to.
  const [openId, setOpenId] = useState(kept.values.id);
  const toList = () => setView({ at: 'list' });
  /** Without the draft, which is for the one the person came back to; that one may be gone. */
  function show(id: string | undefined) {
    kept.forget();
    setOpenId(id);
  }
  const close = () => show(undefined);
  return (
    <Page gap="large" bar={<AppBar title={t`Passkeys`} back={<BackButton fallback={paths.my} />} />}>
      {view.at === 'add' ? (
        <AddPasskey onDone={toList} onBack={toList} />
      ) : view.at === 'remove' ? (
        <RemovePasskey passkey={view.passkey} onDone={toList} onBack={toList} />
      ) : (
        <>
          <p className="ink-2">
            <Trans>
              A passkey logs you in with the screen lock of your phone or computer instead of a password. It works only
              on our real site, so phishing pages can’t use it. To send, you still need your trade password and
              authenticator.
            </Trans>
          </p>
          <PasskeyList onAdd={() => setView({ at: 'add' })} onOpen={({ id }) => show(id)} />
        </>
      )}
      <PasskeySheet
        passkey={data?.passkeys.find(({ id }) => id === openId)}
        onClose={close}
        onRemove={(passkey) => {
          close();
          setView({ at: 'remove', passkey });
        }}
      />
    </Page>
  );
}

function PasskeyList(props: { onAdd: () => void; onOpen: (passkey: PasskeyView) => void }) {
  const query = useQuery(passkeysQuery);
  return (
    <Loaded query={query} loading={<SkeletonRows count={2} />} failed={<Trans>Couldn’t load your passkeys.</Trans>}>
      {({ passkeys }) => <Passkeys {...props} passkeys={passkeys} />}
    </Loaded>
  );
}

function Passkeys(props: {
  passkeys: readonly PasskeyView[];
  onAdd: () => void;
  onOpen: (passkey: PasskeyView) => void;
}) {
  const { passkeys } = props;
  const canMake = 'PublicKeyCredential' in window;
  return (
    <div className="stack gap-5">
      {passkeys.length === 0 ? (
        <Empty title={<Trans>No passkey yet</Trans>} note={<Trans>Add one on each device you log in from.</Trans>} />
      ) : (
        <Card flush>
          <ul>
            {passkeys.map((passkey) => (
              <li key={passkey.id}>
                <Row
                  as="button"
                  start={<FingerprintIcon />}
                  title={<bdi>{passkey.name}</bdi>}
                  note={<PasskeyNote passkey={passkey} />}
                  leads
                  onClick={() => props.onOpen(passkey)}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {canMake ? (
        <Button block onClick={props.onAdd}>
          <Trans>Add a passkey</Trans>
        </Button>
      ) : (
        <Alert kind="info">
          <Trans>This browser doesn’t support passkeys. Open the wallet in another one to add a passkey.</Trans>
        </Alert>
      )}
    </div>
  );
}

function PasskeyNote(props: { passkey: PasskeyView }) {
  const { usedAt, createdAt } = props.passkey;
  const time = formatDateTime(usedAt ?? createdAt);
  return usedAt === null ? <Trans>Added {time}, not used yet</Trans> : <Trans>Last used {time}</Trans>;
}

export { PasskeysPage as Component };
