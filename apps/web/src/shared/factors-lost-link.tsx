import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Link } from 'react-router';
import { paths } from './paths.ts';

/** Wherever the authenticator is asked for: the way for whoever has neither it nor recovery codes any more. */
export function FactorsLostLink() {
  return (
    <Button as={Link} to={paths.factorsLost} kind="text" block>
      <Trans>Lost all sign-in methods</Trans>
    </Button>
  );
}
