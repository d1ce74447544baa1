import { Trans } from '@lingui/react/macro';
import type { ConnectionRequestView } from '@tern/contracts/routes/wallet-connections';
import { Chip } from '@tern/ui/chip';
import { CheckIcon } from '@tern/ui/icons';
import { Alert } from '@tern/ui/notice';
import { Host } from '../../../shared/inside/host.tsx';

/** What is known of the address that the site gives: only a page that opened the link here can prove it. */
export function AddressCheck(props: { site: ConnectionRequestView['site']; from: string | undefined }) {
  const { site, from } = props;
  const host = (
    <strong>
      <Host>{site.host}</Host>
    </strong>
  );
  const page = (
    <strong>
      <Host>{from ?? ''}</Host>
    </strong>
  );
  return (
    <>
      {from === site.host ? (
        <div>
          <Chip kind="positive" icon={<CheckIcon size="xs" />}>
            <Trans>Same address as the page you came from</Trans>
          </Chip>
        </div>
      ) : from === undefined ? (
        <Alert kind="info">
          <Trans>
            A code or link doesn’t prove who made it. Compare this address with the one that your browser shows for the
            site.
          </Trans>
        </Alert>
      ) : (
        <Alert kind="danger">
          <Trans>
            You came from {page}, but this site says it is {host}. Refuse if you didn’t expect that.
          </Trans>
        </Alert>
      )}
      {site.hasOtherLetters ? (
        <Alert kind="warning">
          <Trans>
            This address uses letters that can look like other letters. It may only look like a site you know.
          </Trans>
        </Alert>
      ) : null}
    </>
  );
}
