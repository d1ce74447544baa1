import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import type { InstallationView } from '@tern/contracts/routes/installation';
import type { ActivationPromptView } from '@tern/contracts/routes/promotions';
import type { OverviewView } from '@tern/contracts/routes/wallets';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { lazy, Suspense, type ComponentType } from 'react';
import { areSettled } from '../../../shared/are-settled.ts';
import { useConnected } from '../../../shared/connection.ts';
import { loadTexts } from '../../../shared/i18n.ts';
import { FreezeRow } from '../../../shared/inside/freeze-row.tsx';
import { OutdatedNote, type ReadQuery } from '../../../shared/inside/outdated-note.tsx';
import { recordsQuery } from '../../../shared/inside/records/record-queries.ts';
import { isUnderWay } from '../../../shared/inside/records/record-rules.ts';
import { activationPromptQuery } from '../../../shared/offers/activation/activation-prompt-query.ts';
import { AssetList } from './asset-list.tsx';
import { FactorsRow } from './factors-row.tsx';
import { assetSettingsQuery, worthQuery } from './home-queries.ts';
import { FirstDeposit, Latest, OnItsWay } from './load-later.ts';

/** A card few accounts see, with its texts. Where it cannot be fetched, home stands without it. */
const card = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    Promise.all([load(), loadTexts('offers')]).then(
      ([loaded]) => ({ default: loaded }),
      (): { default: ComponentType<Props> } => ({ default: () => null }),
    ),
  );
/** For new accounts. */
const ActivationCard = card(
  async () => (await import('../../../shared/offers/activation/activation-card.tsx')).ActivationCard,
);
/** Where a bonus waits or was refused. */
const BonusCard = card(async () => (await import('../../../shared/offers/activation/bonus-card.tsx')).BonusCard);

type Props = {
  account: AccountView;
  installation: InstallationView;
  walletId: string;
  /** The balances. */
  read: ReadQuery & { readonly data: OverviewView | undefined };
  /** Whether what is above has its height. */
  isPlaced: boolean;
};

/** What moves, what is still to be done, what the wallet holds and what happened last. It comes at once: what comes above the assets would move them. */
export function BelowWays({ account, installation, walletId, read, isPlaced }: Props) {
  const connected = useConnected();
  const { data: overview, error } = read;
  const records = useInfiniteQuery(recordsQuery({ filter: 'all', walletId }));
  const worth = useQuery(worthQuery(walletId, 'month'));
  const prompt = useQuery(activationPromptQuery);
  const settings = useQuery(assetSettingsQuery);
  // Drawn anew at its place, rather than moved there.
  const shape = <SkeletonRows key={String(isPlaced)} count={installation.assets.length} />;
  if ((overview === undefined && error === null) || !areSettled(records, worth, prompt, settings)) return shape;
  return (
    <Suspense fallback={shape}>
      {records.data?.pages[0]?.records.some(isUnderWay) ? (
        <OnItsWay walletId={walletId} installation={installation} />
      ) : null}
      {worth.data?.startedAt === null && overview?.wallet.address !== null ? (
        <FirstDeposit walletId={walletId} installation={installation} />
      ) : null}
      <Offers account={account} installation={installation} prompt={prompt.data} />
      <FreezeRow freeze={account.freeze} />
      <FactorsRow account={account} />
      {overview === undefined ? null : (
        <AssetList
          installation={installation}
          balances={overview.balances}
          walletId={walletId}
          age={connected ? null : <OutdatedNote query={read} />}
        />
      )}
      <Suspense fallback={<SkeletonRows count={3} />}>
        <Latest walletId={walletId} installation={installation} />
      </Suspense>
    </Suspense>
  );
}

/** Cards for accounts that are not active yet, or whose bonus waits or was refused. */
function Offers(props: {
  account: AccountView;
  installation: InstallationView;
  prompt: ActivationPromptView | undefined;
}) {
  const { account, prompt } = props;
  return (
    <>
      {account.activated || prompt?.due !== true ? null : (
        <ActivationCard account={account} installation={props.installation} />
      )}
      {prompt === undefined || prompt.bonus === null ? null : <BonusCard prompt={prompt} bonus={prompt.bonus} />}
    </>
  );
}
