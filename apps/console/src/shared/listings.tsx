import { Trans } from '@lingui/react/macro';
import type { RefusedListing } from '@tern/contracts/refused-addresses';
import { Link } from 'react-router';
import { formatDay } from './format-time.ts';

/** On which lists an address was found, each with its source and its day. */
export function Listings({ listings }: { listings: readonly RefusedListing[] }) {
  return (
    <ul>
      {listings.map(({ list, source, asOf }) => (
        <li key={list}>
          <Link className="link" to={`/screening/lists/${encodeURIComponent(list)}`}>
            {list}
          </Link>{' '}
          <span className="ink-2">
            <Trans>
              {source}, as of {formatDay(asOf)}
            </Trans>
          </span>
        </li>
      ))}
    </ul>
  );
}
