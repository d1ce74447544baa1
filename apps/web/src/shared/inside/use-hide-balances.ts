import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '@tern/ui/toast';
import { api } from '../api.ts';
import { setBalancesHidden, useBalancesHidden } from '../hidden-balances.ts';
import { preferencesQuery } from '../preference-queries.ts';

/** Whether amounts are hidden, and the switch: at once on this device, then on all devices of the person. */
export function useHideBalances(): readonly [boolean, (hidden: boolean) => void] {
  const { t } = useLingui();
  const queries = useQueryClient();
  const hidden = useBalancesHidden();
  const saving = useMutation({
    mutationFn: (hideBalances: boolean) => api.preferences.setPreferences({ hideBalances }),
    onSuccess: (saved) => queries.setQueryData(preferencesQuery.queryKey, saved),
    onError: () => showToast(t`Saving failed: changed on this device only`, 'info'),
  });
  return [
    hidden,
    (wanted) => {
      setBalancesHidden(wanted);
      saving.mutate(wanted);
    },
  ];
}
