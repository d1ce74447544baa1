import { Trans, useLingui } from '@lingui/react/macro';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { RecordFilter } from '@tern/contracts/routes/records';
import type { WalletView } from '@tern/contracts/routes/wallets';
import { Coin } from '@tern/ui/coin';
import { FilterButton, FilterChips } from '@tern/ui/filter-chips';
import { IconButton } from '@tern/ui/icon-button';
import { CheckIcon, SearchIcon, XIcon } from '@tern/ui/icons';
import { SlidersHorizontalIcon } from '@tern/ui/inside-icons';
import { Mark } from '@tern/ui/mark';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { useCallback, useState } from 'react';
import { useChangeSearch } from '../../../shared/search-params.ts';
import { PeriodSheet, type Period } from './period-sheet.tsx';
import { RecordSearch } from './record-search.tsx';

type Chosen = {
  filter: RecordFilter;
  coin: AssetView['id'] | undefined;
  search: string;
  /** One of several, as the page that led here chose it. */
  wallet: WalletView | undefined;
} & Period;
type Changes = Partial<Omit<Chosen, 'wallet'>> & { wallet?: undefined };
type Props = { chosen: Chosen; assets: readonly AssetView[] };

/** Direction, asset, period and search; all stand in the page's address. */
export function RecordFilters({ chosen: wanted, assets }: Props) {
  const { filter, coin } = wanted;
  const { t } = useLingui();
  const [choosing, setChoosing] = useState<'asset' | 'period'>();
  const [searching, setSearching] = useState(wanted.search !== '');
  const chosen = assets.find(({ id }) => id === coin);

  const done = useCallback(() => setChoosing(undefined), []);
  const apply = useApply(done);
  const search = useCallback((text: string) => apply({ search: text }), [apply]);

  return (
    <>
      <FilterChips
        label={t`Show`}
        value={filter}
        options={[
          { value: 'all', label: t`All` },
          { value: 'in', label: t`In` },
          { value: 'out', label: t`Out` },
          { value: 'failed', label: t`Failed` },
        ]}
        onChange={(value) => apply({ filter: value })}
      >
        {wanted.wallet === undefined ? null : (
          <button type="button" className="filter" aria-pressed onClick={() => apply({ wallet: undefined })}>
            <bdi>{wanted.wallet.name}</bdi>
            <XIcon size="xs" />
          </button>
        )}
        <FilterButton chosen={chosen !== undefined} onClick={() => setChoosing('asset')}>
          {chosen === undefined ? <Trans>Asset</Trans> : chosen.symbol}
        </FilterButton>
        <FilterButton
          chosen={wanted.from !== undefined || wanted.until !== undefined}
          onClick={() => setChoosing('period')}
        >
          <Trans>Period</Trans>
        </FilterButton>
        <IconButton
          label={searching ? t`Close search` : t`Search records`}
          aria-expanded={searching}
          data-search
          onClick={() => {
            if (searching) search('');
            setSearching(!searching);
          }}
        >
          <SearchIcon size="s" />
        </IconButton>
      </FilterChips>
      {searching ? <RecordSearch value={wanted.search} onSearch={search} /> : null}
      <PeriodSheet
        open={choosing === 'period'}
        period={wanted}
        onApply={apply}
        onClose={() => setChoosing(undefined)}
      />
      <AssetSheet
        open={choosing === 'asset'}
        chosen={coin}
        assets={assets}
        onChoose={(id) => apply({ coin: id })}
        onClose={() => setChoosing(undefined)}
      />
    </>
  );
}

/** Puts what was chosen into the page's address. */
function useApply(onApplied: () => void) {
  const changeSearch = useChangeSearch();
  return useCallback(
    (changes: Changes) => {
      changeSearch((params) => {
        for (const [key, value] of Object.entries(changes)) {
          if (value === undefined || value === '' || (key === 'filter' && value === 'all')) params.delete(key);
          else params.set(key, value);
        }
        return params;
      });
      onApplied();
    },
    [changeSearch, onApplied],
  );
}

function AssetSheet(props: {
  open: boolean;
  chosen: AssetView['id'] | undefined;
  assets: readonly AssetView[];
  onChoose: (id: AssetView['id'] | undefined) => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { chosen, onChoose } = props;
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t`Asset`}>
      <ul>
        <li>
          <Row
            as="button"
            start={
              <Mark>
                <SlidersHorizontalIcon />
              </Mark>
            }
            title={t`All assets`}
            aria-current={chosen === undefined}
            end={chosen === undefined ? <CheckIcon /> : undefined}
            onClick={() => onChoose(undefined)}
          />
        </li>
        {props.assets.map((asset) => (
          <li key={asset.id}>
            <Row
              as="button"
              start={<Coin assetId={asset.id} />}
              title={asset.symbol}
              note={asset.name}
              aria-current={chosen === asset.id}
              end={chosen === asset.id ? <CheckIcon /> : undefined}
              onClick={() => onChoose(asset.id)}
            />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
