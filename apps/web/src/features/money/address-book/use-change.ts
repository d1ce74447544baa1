import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '@tern/ui/toast';
import { queryTopics } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';

const touched = [queryTopics.addressBook, queryTopics.addressReport, 'security-events'];

/** One change of the book or its rules: says when it is done and has everything it touches read again. */
export function useChange<Input>(options: {
  change: (input: Input) => Promise<unknown>;
  doneText: string;
  onDone: () => void;
  onRefused?: () => void;
}) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: options.change,
    onSuccess: () => {
      options.onDone();
      showToast(options.doneText);
    },
    onError: (error) => {
      options.onRefused?.();
      if (readProblem(error).code === 'FACTORS_LOCKED')
        void queries.invalidateQueries({ queryKey: [queryTopics.account] });
    },
    onSettled: () => Promise.all(touched.map((topic) => queries.invalidateQueries({ queryKey: [topic] }))),
  });
}
