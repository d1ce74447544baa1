import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Sheet } from '@tern/ui/sheet';
import { Link } from 'react-router';
import { factorPagePath, type FactorPage } from '../factor-path.ts';

/** Says which protections are still missing and leads to the page of the first, which leads back to `returnPath`. */
export function MissingFactorSheet(props: {
  open: boolean;
  /** In the order in which they are set up; nothing while the sheet is closed. */
  missing: readonly FactorPage[];
  returnPath: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [first = 'authenticator', next] = props.missing;
  const isTradePassword = first === 'tradePassword';
  return (
    <Sheet
      open={props.open}
      onClose={props.onClose}
      title={isTradePassword ? t`Trade password not set` : t`Bind Google Authenticator first`}
    >
      <p className="ink-2">
        {isTradePassword ? (
          <Trans>
            Six digits that only you know protect every transfer and swap. You set them once. What you filled in here is
            kept.
          </Trans>
        ) : (
          <Trans>
            A code from an app on your phone protects every transfer to others. What you filled in here is kept.
          </Trans>
        )}
      </p>
      {next === 'authenticator' ? (
        <p className="ink-2">
          <Trans>Sending to others also takes an authenticator app on your phone. You bind it in the next step.</Trans>
        </p>
      ) : null}
      <Button as={Link} block to={factorPagePath(first, props.returnPath)} state={{ from: props.returnPath }}>
        {isTradePassword ? <Trans>Set a trade password</Trans> : <Trans>Bind an authenticator</Trans>}
      </Button>
      <Button kind="text" block onClick={props.onClose}>
        <Trans>Not now</Trans>
      </Button>
    </Sheet>
  );
}
