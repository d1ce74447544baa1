import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListedWallet } from '@tern/contracts/routes/wallets';
import { FullAddress } from '@tern/ui/address';
import { CircleCheckIcon, EyeOffIcon } from '@tern/ui/icons';
import { ArrowDownIcon, ArrowDownLeftIcon, ArrowUpIcon, ArrowUpRightIcon, PencilIcon } from '@tern/ui/inside-icons';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { Switch } from '@tern/ui/switch';
import { showToast } from '@tern/ui/toast';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../../shared/api.ts';
import { CopyButton } from '../../../shared/inside/copy-button.tsx';
import { WalletAddress } from '../../../shared/inside/wallet-address.tsx';
import { paths } from '../../../shared/paths.ts';
import { queryTopics } from '../../../shared/queries.ts';
import { walletsQuery } from '../../../shared/wallet-queries.ts';
import { keptOfWalletName } from './kept-names.ts';
import { MoveChoice } from './move-choice.tsx';
import { WalletBalances } from './wallet-balances.tsx';
import { WalletNameForm, type AskedName } from './wallet-name-form.tsx';
import { Refusal } from '../../../shared/refusal.tsx';

/** Everything about one wallet: its address and balances, its name, its place, and ways in and out. */
export function WalletSheet(props: {
  wallet: ListedWallet | undefined;
  wallets: readonly ListedWallet[];
  /** It is being renamed: the person comes back to the form for that. */
  renaming: boolean;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { wallet } = props;
  const [part, setPart] = useState<'rename' | 'move' | undefined>(props.renaming ? 'rename' : undefined);
  function close() {
    setPart(undefined);
    props.onClose();
  }
  const titles = { rename: t`Rename wallet`, move: t`Move money to another wallet` };
  return (
    <Sheet open={wallet !== undefined} onClose={close} title={part === undefined ? wallet?.name : titles[part]}>
      {wallet === undefined ? null : part === 'rename' ? (
        <Rename wallet={wallet} onDone={() => setPart(undefined)} />
      ) : part === 'move' ? (
        <MoveChoice wallet={wallet} wallets={props.wallets} />
      ) : (
        <About wallet={wallet} wallets={props.wallets} onPart={setPart} />
      )}
    </Sheet>
  );
}

function Rename(props: { wallet: ListedWallet; onDone: () => void }) {
  const queries = useQueryClient();
  const { t } = useLingui();
  const { id, name } = props.wallet;
  const renaming = useMutation({
    mutationFn: ({ name }: AskedName) => api.wallets.changeWallet({ walletId: id, name }),
    onSuccess: async (_wallet, { forget }) => {
      forget();
      await refreshWallets(queries);
      showToast(t`Renamed`);
      props.onDone();
    },
  });
  return (
    <WalletNameForm
      keep={keptOfWalletName}
      start={{ id, name }}
      sending={renaming}
      submitLabel={<Trans>Save</Trans>}
      onSubmit={renaming.mutate}
    />
  );
}

function About(props: {
  wallet: ListedWallet;
  wallets: readonly ListedWallet[];
  onPart: (part: 'rename' | 'move') => void;
}) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { wallet, wallets } = props;
  const changing = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSettled: () => refreshWallets(queries),
  });
  return (
    <div className="stack gap-4">
      {wallet.address === null ? (
        <p className="caption">
          <WalletAddress address={null} />
        </p>
      ) : (
        <div className="cluster between gap-3 wallets-address">
          <FullAddress address={wallet.address} />
          <CopyButton text={wallet.address} label={t`Copy the address`} done={t`Address copied`} />
        </div>
      )}
      <WalletBalances walletId={wallet.id} />
      <Refusal error={changing.error} />
      <div>
        <Ways walletId={wallet.id} />
        {wallets.some(({ id, address }) => id !== wallet.id && address !== null) ? (
          <Row
            as="button"
            slim
            start={<ArrowUpRightIcon />}
            title={t`Move money to another wallet`}
            leads
            onClick={() => props.onPart('move')}
          />
        ) : null}
        <Row as="button" slim start={<PencilIcon />} title={t`Rename`} leads onClick={() => props.onPart('rename')} />
        <Place wallet={wallet} wallets={wallets} onChange={changing.mutate} />
        <Switch
          icon={<EyeOffIcon />}
          label={t`Hide while empty`}
          note={t`Hidden when you choose a wallet, until something arrives.`}
          checked={wallet.hideWhenEmpty}
          busy={changing.isPending}
          onChange={(hideWhenEmpty) =>
            changing.mutate(() => api.wallets.changeWallet({ walletId: wallet.id, hideWhenEmpty }))
          }
        />
      </div>
    </div>
  );
}

function Ways({ walletId }: { walletId: string }) {
  const { t } = useLingui();
  const search = new URLSearchParams({ wallet: walletId });
  return (
    <>
      <Row
        as={Link}
        to={`${paths.receive}?${search}`}
        slim
        start={<ArrowDownLeftIcon />}
        title={t`Receive to this wallet`}
        leads
      />
      <Row
        as={Link}
        to={`${paths.transfer}?${search}`}
        slim
        start={<ArrowUpRightIcon />}
        title={t`Send from this wallet`}
        leads
      />
    </>
  );
}

/** Whether it is the one the wallet opens with, and where it stands among the others. */
function Place(props: {
  wallet: ListedWallet;
  wallets: readonly ListedWallet[];
  onChange: (change: () => Promise<unknown>) => void;
}) {
  const { t } = useLingui();
  const { wallet, wallets, onChange } = props;
  const place = wallets.findIndex(({ id }) => id === wallet.id);
  function moveBy(step: -1 | 1) {
    const order = wallets.map(({ id }) => id);
    order.splice(place, 1);
    order.splice(place + step, 0, wallet.id);
    onChange(() => api.wallets.orderWallets({ walletIds: order }));
  }
  async function openWithThis() {
    await api.wallets.chooseDefaultWallet({ walletId: wallet.id });
    showToast(t`Default wallet changed`);
  }
  return (
    <>
      {wallet.isDefault ? null : (
        <Row
          as="button"
          slim
          start={<CircleCheckIcon />}
          title={t`Make default wallet`}
          onClick={() => onChange(openWithThis)}
        />
      )}
      {place > 0 ? (
        <Row as="button" slim start={<ArrowUpIcon />} title={t`Move up`} onClick={() => moveBy(-1)} />
      ) : null}
      {place < wallets.length - 1 ? (
        <Row as="button" slim start={<ArrowDownIcon />} title={t`Move down`} onClick={() => moveBy(1)} />
      ) : null}
    </>
  );
}

/** What wallets are called and which one is the default stands on many pages. */
async function refreshWallets(queries: ReturnType<typeof useQueryClient>) {
  await Promise.all([
    queries.invalidateQueries({ queryKey: walletsQuery.queryKey }),
    queries.invalidateQueries({ queryKey: [queryTopics.account] }),
    queries.invalidateQueries({ queryKey: [queryTopics.overview] }),
  ]);
}
