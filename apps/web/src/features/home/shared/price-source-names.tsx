import { Trans } from '@lingui/react/macro';
import type { PriceView } from '@tern/contracts/routes/wallets';
import type { ReactNode } from 'react';

type Source = PriceView['sources'][number]['source'];

/** Who says a price. */
export const priceSourceNames: Record<Source, ReactNode> = {
  operator: <Trans>Fixed by the operator</Trans>,
  chain: <Trans>Trading pair on Tron</Trans>,
  ticker: <Trans>Market price</Trans>,
};
