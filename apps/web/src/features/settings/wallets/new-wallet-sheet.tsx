import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Sheet } from '@tern/ui/sheet';
import { showToast } from '@tern/ui/toast';
import { useRef } from 'react';
import { api } from '../../../shared/api.ts';
import { createRequestKey } from '../../../shared/request-key.ts';
import { walletsQuery } from '../../../shared/wallet-queries.ts';
import { keptOfNewWallet } from './kept-names.ts';
import { WalletNameForm, type AskedName } from './wallet-name-form.tsx';

/** Adds a wallet; a repeated try after a lost answer adds no second one. */
export function NewWalletSheet(props: { open: boolean; count: number; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const queries = useQueryClient();
  const request = useRef<{ readonly name: string; readonly key: string }>(undefined);
  const adding = useMutation({
    mutationFn: ({ name }: AskedName) => {
      if (request.current?.name !== name) request.current = { name, key: createRequestKey() };
      return api.wallets.createWallet({ headers: { 'idempotency-key': request.current.key }, body: { name } });
    },
    onSuccess: async (_wallet, { forget }) => {
      request.current = undefined;
      forget();
      await queries.invalidateQueries({ queryKey: walletsQuery.queryKey });
      showToast(t`Wallet added`);
      props.onClose();
    },
  });
  const number = i18n.number(props.count + 1);
  return (
    <Sheet
      open={props.open}
      busy={adding.isPending}
      onClose={props.onClose}
      title={t`Add wallet`}
      note={t`It gets a permanent Tron address of its own.`}
    >
      <WalletNameForm
        key={props.count}
        keep={keptOfNewWallet}
        start={{ id: '', name: t`Wallet ${number}` }}
        sending={adding}
        submitLabel={<Trans>Add wallet</Trans>}
        onSubmit={adding.mutate}
      />
    </Sheet>
  );
}
