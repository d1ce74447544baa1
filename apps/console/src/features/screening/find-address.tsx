import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { LineField } from '../../shared/fields.tsx';
import { Listings } from '../../shared/listings.tsx';
import { problemText } from '../../shared/problem-texts.ts';
import { readAddresses } from './read-addresses.ts';

/** Whether an address is on a list, and on which. */
export function FindAddress() {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [address = ''] = readAddresses(text).addresses;
  const { data, error } = useQuery({
    queryKey: ['screening', 'address', address],
    queryFn: () => api.screening.findAddress({ address }),
    enabled: address !== '',
  });
  return (
    <section className="panel screening-form">
      <h2>
        <Trans>Look up an address</Trans>
      </h2>
      <LineField label={t`Tron address`} value={text} maxLength={64} onChange={({ target }) => setText(target.value)} />
      {error === null ? null : <p className="danger">{problemText(error)}</p>}
      {data === undefined ? null : data.listings.length === 0 ? (
        <p>
          <Trans>On no list.</Trans>
        </p>
      ) : (
        <Listings listings={data.listings} />
      )}
    </section>
  );
}
