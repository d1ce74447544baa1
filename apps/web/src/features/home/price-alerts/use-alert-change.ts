import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '@tern/ui/toast';
import { queryTopics } from '../../../shared/queries.ts';

/** One change of the alerts, after which all of them are read again. */
export function useAlertChange<Input = void>(options: {
  change: (input: Input) => Promise<unknown>;
  /** Where what is shown then does not say it itself. */
  doneText?: string;
  onDone: () => void;
}) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: options.change,
    onSuccess: () => {
      options.onDone();
      if (options.doneText !== undefined) showToast(options.doneText);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [queryTopics.priceAlerts] }),
  });
}
