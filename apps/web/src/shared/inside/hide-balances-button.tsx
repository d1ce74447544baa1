import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@tern/ui/icon-button';
import { EyeIcon, EyeOffIcon } from '@tern/ui/icons';
import { useHideBalances } from './use-hide-balances.ts';

/** Hides or shows every amount of the person's own, on all pages. */
export function HideBalancesButton(props: { small?: boolean }) {
  const { t } = useLingui();
  const [hidden, hide] = useHideBalances();
  const size = props.small ? 's' : 'm';
  return (
    <IconButton label={hidden ? t`Show balances` : t`Hide balances`} onClick={() => hide(!hidden)}>
      {hidden ? <EyeOffIcon size={size} /> : <EyeIcon size={size} />}
    </IconButton>
  );
}
