import { useQuery } from '@tanstack/react-query';
import { changesOn } from '../../shared/change-path.ts';
import { changesQuery } from '../../shared/changes-query.ts';
import { Proposals } from '../../shared/proposals.tsx';

/** What was proposed and decided about surpluses and what is missing; a second treasurer carries it out here. */
export function ReserveProposals() {
  const { data } = useQuery(changesQuery);
  return <Proposals changes={changesOn('/treasury', data?.changes ?? [])} />;
}
