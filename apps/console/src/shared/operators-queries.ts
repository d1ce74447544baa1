import { api } from './api.ts';

/** Who the operators are and what is proposed about them; the count of proposals stands in the frame. */
export const operatorsQuery = {
  queryKey: ['operators'],
  queryFn: () => api.operators.showOperators(),
  refetchInterval: 10_000,
};

/** Break-glass that every operator has to know of, on whatever page they are. */
export const breakGlassQuery = {
  queryKey: ['break-glass'],
  queryFn: () => api.operators.showBreakGlass(),
  refetchInterval: 30_000,
};
