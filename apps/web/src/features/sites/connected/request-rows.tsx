import { Trans } from '@lingui/react/macro';
import type { ConnectionRequestView } from '@tern/contracts/routes/wallet-connections';
import { Card } from '@tern/ui/card';
import { Row } from '@tern/ui/row';
import { FileTextIcon } from '@tern/ui/inside-icons';
import { Link } from 'react-router';
import { Host } from '../../../shared/inside/host.tsx';
import { paths } from '../../../shared/paths.ts';

/** What waits for an answer, each leading to its page; nothing where nothing does. */
export function RequestRows({ requests }: { requests: readonly ConnectionRequestView[] }) {
  const waiting = requests.filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return null;
  return (
    <section className="stack gap-2">
      <h2 className="label ink-2">
        <Trans>Waiting for your answer</Trans>
      </h2>
      <Card flush>
        <ul>
          {waiting.map(({ id, site, asks }) => (
            <li key={id}>
              <Row
                as={Link}
                to={`${paths.siteRequest}?${new URLSearchParams({ id })}`}
                start={<FileTextIcon />}
                title={<AskedFor asks={asks} />}
                note={<Host>{site.host}</Host>}
                leads
              />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

function AskedFor({ asks }: Pick<ConnectionRequestView, 'asks'>) {
  if (asks?.kind !== 'transaction') return <Trans>Asks you to sign a text</Trans>;
  return asks.payment === null ? <Trans>Wants a transaction signed</Trans> : <Trans>Asks you to pay</Trans>;
}
