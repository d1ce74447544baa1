import { Trans, useLingui } from '@lingui/react/macro';
import { parseScan } from '@tern/tron/browser';
import { Button } from '@tern/ui/button';
import { ScanLineIcon } from '@tern/ui/inside-icons';
import { TextArea } from '@tern/ui/text-area';
import { useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { connectPathOf } from '../../../shared/connect-path.ts';
import { paths } from '../../../shared/paths.ts';
import { text, useSearch, uuid } from '../../../shared/search-params.ts';
import { ConnectFrame } from './connect-frame.tsx';
import { OpenLink } from './open-link.tsx';
import { ShownConnection } from './shown-connection.tsx';

const linkMax = 2_000;

/** `uri` is a link that was scanned, pasted or opened; `id` the connection that came of it. */
const connectSearch = { id: uuid, uri: text(linkMax) };

/** Connects a site by its link: who asks, what it will see and may ask for, and the person's answer. */
function ConnectPage() {
  const { id, uri } = useSearch(connectSearch);
  if (id !== undefined) return <ShownConnection key={id} id={id} />;
  if (uri !== undefined) return <OpenLink key={uri} link={uri} />;
  return <PasteLink />;
}

/** The link is pasted, or scanned. It is a key to what is said with the site, so it is not kept. */
function PasteLink() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  function goOn(event: FormEvent) {
    event.preventDefault();
    const scan = parseScan(typed, { ownOrigin: location.origin });
    if (scan.kind !== 'wallet-connect') return setWrong(true);
    void navigate(connectPathOf(scan.uri), { replace: true });
  }
  return (
    <ConnectFrame>
      <p className="ink-2">
        <Trans>
          On the site, choose WalletConnect. Then scan its code, or copy its link and paste it here. The site sees only
          your address, and you decide about everything it asks for.
        </Trans>
      </p>
      <form className="stack gap-4" noValidate onSubmit={goOn}>
        <TextArea
          label={t`Link from the site`}
          name="link"
          rows={4}
          dir="ltr"
          maxLength={linkMax}
          placeholder="wc:…"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          translate="no"
          value={typed}
          error={
            isWrong ? t`This link doesn’t connect a site. Copy the whole link, or scan the code again.` : undefined
          }
          onChange={(event) => {
            setWrong(false);
            setTyped(event.target.value);
          }}
        />
        <Button type="submit" block disabled={typed.trim() === ''}>
          <Trans>Continue</Trans>
        </Button>
        <Button as={Link} to={paths.scan} kind="quiet" block>
          <ScanLineIcon size="s" />
          <Trans>Scan a code</Trans>
        </Button>
      </form>
    </ConnectFrame>
  );
}

export { ConnectPage as Component };
