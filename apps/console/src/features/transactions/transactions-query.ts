import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { transactionFilter, type TransactionFilter } from '@tern/contracts/routes/console-transactions';
import { api } from '../../shared/api.ts';

const names = ['search', 'kind', 'state', 'asset', 'from', 'until', 'person', 'noise', 'order'] as const;

/** The filter that stands in the page's address; what is no filter there is left out. */
export function readFilter(params: URLSearchParams): TransactionFilter {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name);
      if (value === null || value === '') return [];
      return transactionFilter.shape[name].safeParse(value).success ? [[name, value]] : [];
    }),
  );
}

/** A page of the list, as the page's address says. */
export function transactionsQuery(params: URLSearchParams) {
  const filter = readFilter(params);
  const [after, before] = [params.get('after'), params.get('before')];
  const place = before !== null ? { before } : after !== null ? { after } : {};
  return queryOptions({
    queryKey: ['transactions', filter, place],
    queryFn: () => api.transactions.listTransactions({ ...filter, ...place }),
    placeholderData: keepPreviousData,
  });
}
