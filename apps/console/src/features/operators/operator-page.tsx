import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { OperatorDetailView } from '@tern/contracts/routes/console-operators';
import { useParams } from 'react-router';
import { api } from '../../shared/api.ts';
import { DetailPage } from '../../shared/detail-page.tsx';
import { formatDay } from '../../shared/format-time.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { useOperator } from '../../shared/operator.ts';
import { RoleName } from '../../shared/role-name.tsx';
import { BreakGlassPanel } from './break-glass-panel.tsx';
import { Halves, useHalves } from './invitation-half.tsx';
import { OperatorCourse } from './operator-course.tsx';
import { OperatorHistory } from './operator-history.tsx';
import { OperatorKeys } from './operator-keys.tsx';
import { OperatorState } from './operator-state.tsx';
import { ProposeAbout } from './propose-about.tsx';
import { WaitingChanges } from './waiting-changes.tsx';
import './operators.css';

/** One operator: keys, session, what is proposed about them, and everything they did or that was done about them. */
export function OperatorPage() {
  const { name = '' } = useParams();
  const own = useOperator().name;
  const halves = useHalves();
  const query = useQuery({
    queryKey: ['operators', name],
    queryFn: () => api.operators.operator({ name }),
    refetchInterval: 10_000,
  });
  return (
    <DetailPage
      list={{ to: '/operators', name: <Trans>Operators</Trans> }}
      name={name}
      help={<HelpLink page="operators" />}
      query={query}
    >
      {(found) => ({
        title: found.name,
        subtitle: (
          <>
            <RoleName role={found.role} />
            {' · '}
            <Trans>operator since {formatDay(found.since)}</Trans>
            {found.name === own ? (
              <>
                {' · '}
                <Trans>you</Trans>
              </>
            ) : null}
          </>
        ),
        aside: (
          <OperatorState
            operator={found}
            proposal={found.proposal ?? undefined}
            breakGlass={found.breakGlass ?? undefined}
          />
        ),
        start: (
          <>
            <Halves {...halves} />
            <OperatorCourse found={found} />
            <ProposeAbout found={found} />
          </>
        ),
        end: <Facts found={found} onHalf={halves.keep} />,
      })}
    </DetailPage>
  );
}

function Facts(props: { found: OperatorDetailView; onHalf: ReturnType<typeof useHalves>['keep'] }) {
  const { found, onHalf } = props;
  return (
    <>
      {found.proposal === null ? null : <WaitingChanges changes={[found.proposal]} onHalf={onHalf} />}
      <OperatorKeys found={found} />
      {found.breakGlass === null ? null : <BreakGlassPanel requests={[found.breakGlass]} />}
      <OperatorHistory name={found.name} />
    </>
  );
}
