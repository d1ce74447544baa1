import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';

/** Turns down what a site asks for; it stands out where the person had better do so. */
export function RefuseButton(props: { isAdvised: boolean; busy: boolean; onRefuse: () => void }) {
  return (
    <Button block kind={props.isAdvised ? 'ink' : 'text'} busy={props.busy} onClick={props.onRefuse}>
      <Trans>Refuse</Trans>
    </Button>
  );
}
