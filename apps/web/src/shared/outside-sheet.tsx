import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Sheet } from '@tern/ui/sheet';

/** Says where a link to another site leads, before anything goes there. */
export function OutsideSheet(props: { open: boolean; href: string; onClose: () => void }) {
  const host = (
    <bdi dir="ltr" className="long-words">
      {new URL(props.href).host}
    </bdi>
  );
  return (
    <Sheet open={props.open} onClose={props.onClose} title={<Trans>Leave the app?</Trans>}>
      <p className="ink-2">
        <Trans>This link leads to {host}, a website that is not ours. Never enter your passwords or codes there.</Trans>
      </p>
      <Button as="a" block href={props.href} target="_blank" rel="noopener noreferrer nofollow" onClick={props.onClose}>
        <Trans>Open {host}</Trans>
      </Button>
      <Button block kind="quiet" onClick={props.onClose}>
        <Trans>Stay here</Trans>
      </Button>
    </Sheet>
  );
}
