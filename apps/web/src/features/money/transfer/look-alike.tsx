import { Trans } from '@lingui/react/macro';
import { AddressDifference } from '@tern/ui/address';
import { Button } from '@tern/ui/button';
import { ShieldAlertIcon } from '@tern/ui/icons';
import { verdictText } from './verdict-texts.ts';

/** Two addresses one could take for each other, in full. The known one is offered first; one has to be chosen. */
export function LookAlike(props: {
  entered: string;
  known: string;
  /** Its name in the address book. */
  knownLabel: string | null;
  isKept: boolean;
  onUseKnown: (address: string) => void;
  onKeep: () => void;
}) {
  const { entered, known } = props;
  return (
    <div className="alert alert-warning transfer-look-alike" role="alert">
      <div className="cluster transfer-look-alike-head">
        <ShieldAlertIcon />
        <p>
          <strong>
            <Trans>This is not the address you know.</Trans>
          </strong>
          <br />
          {verdictText('looks-like-known')}
        </p>
      </div>
      <div className="stack gap-2">
        <div>
          <p className="caption">
            <Trans>Entered</Trans>
          </p>
          <AddressDifference address={entered} other={known} />
        </div>
        <div>
          <p className="caption">
            {props.knownLabel === null ? (
              <Trans>Known: you sent there before, or it is your own</Trans>
            ) : (
              <Trans>
                <bdi>{props.knownLabel}</bdi>, in your address book
              </Trans>
            )}
          </p>
          <AddressDifference address={known} other={entered} />
        </div>
      </div>
      {props.isKept ? (
        <div className="stack gap-1">
          <p>
            <Trans>You keep the entered address.</Trans>
          </p>
          <Button kind="text" small className="transfer-look-alike-back" onClick={() => props.onUseKnown(known)}>
            <Trans>Use the known one</Trans>
          </Button>
        </div>
      ) : (
        <div className="cluster wrap">
          <Button kind="ink" small onClick={() => props.onUseKnown(known)}>
            <Trans>Use the known one</Trans>
          </Button>
          <Button kind="text" small className="transfer-keep" onClick={props.onKeep}>
            <Trans>Keep entered</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
