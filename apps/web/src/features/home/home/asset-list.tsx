import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { AssetSettings } from '@tern/contracts/routes/home';
import type { AssetView, InstallationView } from '@tern/contracts/routes/installation';
import type { BalanceView } from '@tern/contracts/routes/wallets';
import { Button } from '@tern/ui/button';
import { CheckIcon, SearchIcon } from '@tern/ui/icons';
import { SlidersHorizontalIcon } from '@tern/ui/inside-icons';
import { IconButton } from '@tern/ui/icon-button';
import { TextField } from '@tern/ui/text-field';
import { Suspense, useState, type ReactNode } from 'react';
import { useIsWide } from '../../../shared/use-wide.ts';
import { isGone, isLeftOut, orderAssets } from './arrange-assets.ts';
import { AssetRow } from './asset-row.tsx';
import { ClosingNote } from './closing-note.tsx';
import { findAssets } from './find-assets.ts';
import { courseOf } from './price-course.ts';
import { assetSettingsQuery, priceHistoryQuery } from './home-queries.ts';
import { AssetSheet } from './load-later.ts';
import { ManageAssetsSheet } from './manage-assets-sheet.tsx';

/** As long as the person's own settings are not read. */
const everything: AssetSettings = { hidden: [], firstOnes: [], hideSmall: false };

/** What the wallet holds, with a search and the network's filter. */
export function AssetList(props: {
  installation: InstallationView;
  balances: readonly BalanceView[];
  walletId: string;
  /** How old it is, where it is not of now. */
  age: ReactNode;
}) {
  const { t } = useLingui();
  const [searching, setSearching] = useState(false);
  const [typed, setTyped] = useState('');
  const [tronOnly, setTronOnly] = useState(true);
  const found = findAssets(props.installation.assets, { typed, network: tronOnly ? 'tron' : undefined });
  const { data: settings = everything } = useQuery(assetSettingsQuery);
  const [managing, setManaging] = useState(false);
  const listed = (assets: readonly AssetView[]) => orderAssets(withBalances(assets, props.balances), settings);
  const all = listed(props.installation.assets);
  const candidates = listed(found);
  // Who looks for a token by name finds it, hidden or not.
  const rows = typed.trim() === '' ? candidates.filter((row) => !isLeftOut(row, settings)) : candidates;
  const leftOut = candidates.length - rows.length;
  const { shown, beside, open, close } = useOpened(all);
  return (
    <section className="stack home-assets" aria-labelledby="assets-title">
      <div className="home-assets-head">
        <h2 className="title-3" id="assets-title">
          <Trans>Assets</Trans>
        </h2>
        {props.age}
        <NetworkFilter on={tronOnly} onTurn={() => setTronOnly(!tronOnly)} />
        <Tools
          searching={searching}
          onManage={() => setManaging(true)}
          onSearch={() => {
            setSearching(!searching);
            setTyped('');
          }}
        />
      </div>
      {searching ? <AssetSearch value={typed} onType={setTyped} /> : null}
      <p className="visually-hidden" role="status">
        {typed === '' ? '' : t`${rows.length} found`}
      </p>
      {rows.length === 0 && leftOut === 0 ? (
        <p className="list-none">
          <Trans>No matching tokens</Trans>
        </p>
      ) : (
        <Rows rows={rows} beside={beside ? shown?.asset.id : undefined} onOpen={open} />
      )}
      {leftOut === 0 ? null : (
        <Button kind="text" small onClick={() => setManaging(true)}>
          <Plural value={leftOut} one="# token hidden" other="# tokens hidden" />
        </Button>
      )}
      <Suspense>
        <AssetSheet shown={shown} beside={beside} walletId={props.walletId} onClose={close} />
      </Suspense>
      <ManageAssetsSheet
        open={managing}
        assets={all.map(({ asset }) => asset)}
        settings={settings}
        onClose={() => setManaging(false)}
      />
    </section>
  );
}

/** The asset that is opened: on a wide screen there is always one, beside the list. */
function useOpened<Row extends { asset: AssetView }>(rows: readonly Row[]) {
  const beside = useIsWide();
  const [opened, setOpened] = useState<AssetView['id']>();
  const [chosen, setChosen] = useState<AssetView['id']>();
  const find = (id: AssetView['id'] | undefined) => rows.find(({ asset }) => asset.id === id);
  return {
    shown: beside ? (find(chosen ?? opened) ?? rows[0]) : find(opened),
    beside,
    open: beside ? setChosen : setOpened,
    close: () => setOpened(undefined),
  };
}

/** What is still dealt in, with what there is of it. */
function withBalances(assets: readonly AssetView[], balances: readonly BalanceView[]) {
  return assets.flatMap((asset) => {
    const balance = balances.find(({ assetId }) => assetId === asset.id);
    return balance === undefined || isGone(balance) ? [] : [{ asset, balance }];
  });
}

function Tools(props: { searching: boolean; onManage: () => void; onSearch: () => void }) {
  const { t } = useLingui();
  const { searching } = props;
  return (
    <span className="home-tools">
      <IconButton label={t`Manage tokens`} onClick={props.onManage}>
        <SlidersHorizontalIcon size="s" />
      </IconButton>
      <IconButton
        label={searching ? t`Close search` : t`Search tokens`}
        aria-expanded={searching}
        data-search
        onClick={props.onSearch}
      >
        <SearchIcon size="s" />
      </IconButton>
    </span>
  );
}

function NetworkFilter({ on, onTurn }: { on: boolean; onTurn: () => void }) {
  const { t } = useLingui();
  return (
    <button type="button" className="home-network" aria-pressed={on} onClick={onTurn}>
      <span className="chip">
        {on ? <CheckIcon size="xs" /> : null}
        <span>Tron</span>
      </span>
      <span className="visually-hidden">{t`Tron assets only`}</span>
    </button>
  );
}

function AssetSearch({ value, onType }: { value: string; onType: (typed: string) => void }) {
  const { t } = useLingui();
  return (
    <TextField
      label={<span className="visually-hidden">{t`Search by name or contract address`}</span>}
      type="search"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      ref={focusOnArrival}
      placeholder={t`Name or contract address`}
      value={value}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

function Rows(props: {
  rows: readonly { asset: AssetView; balance: BalanceView }[];
  /** What is shown beside the list, where there is room for it. */
  beside: AssetView['id'] | undefined;
  onOpen: (id: AssetView['id']) => void;
}) {
  const { data: history } = useQuery(priceHistoryQuery('day'));
  return (
    <ul>
      {props.rows.map(({ asset, balance }) => (
        <li key={asset.id}>
          <AssetRow
            asset={asset}
            balance={balance}
            course={courseOf(history, asset.id)}
            current={props.beside === undefined ? undefined : asset.id === props.beside}
            onOpen={() => props.onOpen(asset.id)}
          />
          {balance.closing?.closed === false ? <ClosingNote asset={asset} closing={balance.closing} /> : null}
        </li>
      ))}
    </ul>
  );
}

/** The field appears because it was asked for: writing can begin at once. */
function focusOnArrival(input: HTMLInputElement | null) {
  input?.focus();
}
