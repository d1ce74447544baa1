import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '@tern/ui/toast';
import { queryTopics } from '../../../shared/queries.ts';

/** One change of the alerts: says when it is done, and has all of them read again. */
export function useAlertChange<Input = void>(options: {
  change: (input: Input) => Promise<unknown>;
  doneText: string;
  onDone: () => void;
}) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: options.change,
    onSuccess: () => {
      options.onDone();
      showToast(options.doneText);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [queryTopics.priceAlerts] }),
  });
}
