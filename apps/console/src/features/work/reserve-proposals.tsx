import { useQuery } from '@tanstack/react-query';
import { isReserveContent } from '@tern/contracts/routes/console-changes';
import { changesQuery } from '../../shared/changes-query.ts';
import { Proposals } from '../../shared/proposals.tsx';

/** Proposals about surpluses and what is missing that wait for a second treasurer; the others are under *Funds and pairs*. */
export function ReserveProposals() {
  const { data } = useQuery(changesQuery);
  const open = data?.changes.filter(({ state, content }) => state === 'proposed' && isReserveContent(content)) ?? [];
  return <Proposals changes={open} openOnly />;
}
