import { Trans } from '@lingui/react/macro';
import type { ConnectionRequestView } from '@tern/contracts/routes/wallet-connections';
import { Chip } from '@tern/ui/chip';
import { CheckIcon } from '@tern/ui/icons';
import { Alert } from '@tern/ui/notice';

/** What is known of the address that the site gives: only a page that opened the link here can prove it. */
export function AddressCheck(props: { site: ConnectionRequestView['site']; from: string | undefined }) {
  const { site, from } = props;
  const host = <Host>{site.host}</Host>;
  const page = <Host>{from}</Host>;
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
            You came from {page}, but this says it is {host}. Refuse if you didn’t expect that.
          </Trans>
        </Alert>
      )}
      {site.hasOtherLetters ? (
        <Alert kind="warning">
          <Trans>
            This address is written in letters that can look like others. It may only look like a site that you know.
          </Trans>
        </Alert>
      ) : null}
    </>
  );
}

function Host(props: { children: string | undefined }) {
  return (
    <bdi dir="ltr" translate="no">
      <strong>{props.children}</strong>
    </bdi>
  );
}
