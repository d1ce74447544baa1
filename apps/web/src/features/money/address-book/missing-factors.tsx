import { Trans } from '@lingui/react/macro';
import type { AccountView } from '@tern/contracts/routes/identity';
import { Button } from '@tern/ui/button';
import { Link } from 'react-router';
import { factorPagePath, type FactorPage } from '../../../shared/factor-path.ts';
import { paths } from '../../../shared/paths.ts';

/** The factor that is still missing for changes here. */
export function findMissingFactor({ factors }: AccountView): FactorPage | undefined {
  if (!factors.tradePassword) return 'tradePassword';
  return factors.authenticator ? undefined : 'authenticator';
}

/** Leads to where the missing factor is set up, and back. */
export function MissingFactor({ missing }: { missing: FactorPage }) {
  return (
    <>
      <p className="ink-2">
        <Trans>
          Your trade password and authenticator protect this list like your transfers, because people who pick a name
          later don’t read the address again.
        </Trans>
      </p>
      <Button as={Link} block to={factorPagePath(missing, paths.addressBook)} state={{ from: paths.addressBook }}>
        {missing === 'tradePassword' ? <Trans>Set a trade password</Trans> : <Trans>Bind an authenticator</Trans>}
      </Button>
    </>
  );
}
