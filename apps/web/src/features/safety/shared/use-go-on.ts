import { useLocation, useNavigate } from 'react-router';
import { paths, readReturnPath } from '../../../shared/paths.ts';
import { text, useSearch } from '../../../shared/search-params.ts';

const search = { next: text(2000) };

/** Leads to the page this one was opened for, if it is one of ours, else to the person's own page. */
export function useGoOn() {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const next = readReturnPath(useSearch(search).next ?? null);
  const cameFrom = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return {
    path: next ?? paths.my,
    goOn() {
      // Coming from there, going back keeps it once in the history instead of twice.
      if (next !== undefined && cameFrom === next) void navigate(-1);
      else void navigate(next ?? paths.my, { replace: true });
    },
  };
}
