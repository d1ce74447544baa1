import { Plural, Trans } from '@lingui/react/macro';
import type { PriceView } from '@tern/contracts/routes/wallets';
import { ChevronDownIcon } from '@tern/ui/icons';
import { CoinsIcon } from '@tern/ui/inside-icons';
import { useState } from 'react';
import { formatDuration } from '../../../shared/format-time.ts';
import { priceSourceNames } from '../shared/price-source-names.tsx';

/** Where a price comes from and how old it is; opens to who said it. */
export function PriceSources({ price }: { price: PriceView }) {
  // The ages are those of the moment the sheet was opened.
  const [shownAtMs] = useState(Date.now);
  const ageOf = (at: string) => formatDuration((shownAtMs - Date.parse(at)) / 1000);
  const { sources } = price;
  return (
    <details className="home-sources">
      <summary>
        <CoinsIcon />
        <span className="stack grow">
          <span className="label">
            <Plural value={sources.length} one="Price from one source" other="Price: median of # sources" />
          </span>
          <span className="caption">
            <Trans>Updated {ageOf(price.at)} ago</Trans>
          </span>
        </span>
        <ChevronDownIcon size="s" />
      </summary>
      <ul>
        {sources.map(({ source, at }) => (
          <li key={source} className="caption cluster between wrap">
            <span>{priceSourceNames[source]}</span>
            <Trans>{ageOf(at)} ago</Trans>
          </li>
        ))}
      </ul>
    </details>
  );
}
