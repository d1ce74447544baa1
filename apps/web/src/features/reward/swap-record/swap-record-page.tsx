import { useLingui } from '@lingui/react/macro';
import { AppBar, Page } from '@tern/ui/page';
import { BackButton } from '../../../shared/back-button.tsx';
import { HideBalancesButton } from '../../../shared/inside/hide-balances-button.tsx';
import { paths } from '../../../shared/paths.ts';
import { useSearch, uuid } from '../../../shared/search-params.ts';
import { SwapDetail } from './swap-detail.tsx';
import { SwapList } from './swap-list.tsx';
import '../shared/swap-page.css';

/** All swaps, or with `id` one of them. */
function SwapRecordPage() {
  const { t } = useLingui();
  const { id } = useSearch({ id: uuid });
  return (
    <Page
      gap="small"
      bar={
        <AppBar
          title={id === undefined ? t`Swap records` : t`Swap`}
          back={<BackButton fallback={id === undefined ? paths.swap : paths.swapRecord} />}
          action={<HideBalancesButton />}
        />
      }
    >
      {id === undefined ? <SwapList /> : <SwapDetail id={id} />}
    </Page>
  );
}

export { SwapRecordPage as Component };
