import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@tern/ui/loaded';
import { usePageShape } from '../../../shared/page-shape.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { siteConnectionQuery } from '../shared/site-queries.ts';
import { ConnectFrame } from './connect-frame.tsx';
import { ConnectionState, NotConnected } from './connection-state.tsx';
import { Proposal } from './proposal.tsx';

/** A connection from its link to its end: the person's answer is asked for once the site has said who it is. */
export function ShownConnection({ id }: { id: string }) {
  const shape = usePageShape();
  const query = useQuery(siteConnectionQuery(id));
  const { data, error } = query;
  const isGone = error !== null && readProblem(error).code === 'NOT_FOUND';
  if (!isGone && data?.phase === 'proposed' && data.site !== null)
    return <Proposal connection={data} site={data.site} />;
  return (
    <ConnectFrame>
      {isGone ? (
        <NotConnected refusal={null} />
      ) : (
        <Loaded query={query} loading={shape} failed={<Trans>Couldn’t load this connection.</Trans>}>
          {(connection) => <ConnectionState connection={connection} />}
        </Loaded>
      )}
    </ConnectFrame>
  );
}
