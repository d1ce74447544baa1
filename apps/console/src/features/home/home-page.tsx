import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import { Loaded } from '@tern/ui/loaded';
import { api } from '../../shared/api.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { formatTime } from '../../shared/format-time.ts';
import { problemText } from '../../shared/problem-texts.ts';
import { waitingQuery } from '../../shared/waiting-query.ts';
import { Alarms } from './alarms.tsx';
import { Days } from './days.tsx';
import { FlowStates } from './flow-states.tsx';
import { HotWallets } from './hot-wallets.tsx';
import { Processes } from './processes.tsx';
import { Reserves } from './reserves.tsx';
import { Waiting } from './waiting.tsx';
import './home.css';

/** What waits for whoever looks and for others, and how the service is. */
export function HomePage() {
  const waiting = useQuery(waitingQuery);
  const overview = useQuery({
    queryKey: ['overview'],
    queryFn: () => api.home.showOverview(),
    refetchInterval: 30_000,
  });
  const sum = (of: 'items' | 'mine') => waiting.data?.kinds.reduce((total, kind) => total + kind[of], 0) ?? 0;
  const [all, mine] = [sum('items'), sum('mine')];
  return (
    <main className="page">
      <header className="page-head">
        <h1>
          {waiting.data === undefined ? (
            <Trans>Home</Trans>
          ) : all === 0 ? (
            <Trans>Nothing waits</Trans>
          ) : (
            <Plural value={all} one={`# waits, ${mine} for you`} other={`# wait, ${mine} for you`} />
          )}
        </h1>
        <p className="cluster ink-2">
          {waiting.data === undefined ? null : formatTime(waiting.data.now)}
          <HelpLink page="console#home" />
        </p>
      </header>
      <div className="page-body home">
        {overview.data === undefined ? null : <Alarms alarms={overview.data.alarms} />}
        <div className="home-columns">
          <Loaded query={waiting} loading={<Shape rows={6} />} failed={problemText(waiting.error)}>
            {(answer) => <Waiting waiting={answer} />}
          </Loaded>
          <Loaded query={overview} loading={<Shape rows={4} />} failed={problemText(overview.error)}>
            {({ assets }) => (
              <div className="home-side">
                <HotWallets assets={assets} />
                <Reserves assets={assets} />
              </div>
            )}
          </Loaded>
        </div>
        {overview.data === undefined ? (
          // What failed is told once, above.
          overview.error === null && <Shape rows={3} />
        ) : (
          <>
            <Days overview={overview.data} />
            <FlowStates flows={overview.data.flows} />
            <Processes processes={overview.data.processes} />
          </>
        )}
      </div>
    </main>
  );
}

function Shape({ rows }: { rows: number }) {
  return (
    <section className="panel home-shape">
      <Skeleton>
        {Array.from({ length: rows }, (_, row) => (
          <SkeletonShape key={row} width="100%" height="1.5rem" />
        ))}
      </Skeleton>
    </section>
  );
}
