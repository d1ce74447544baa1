import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { operatorRole } from '@tern/contracts/routes/console-access';
import type { BreakGlassView } from '@tern/contracts/routes/console-operators';
import { Alert } from '@tern/ui/notice';
import { api } from '../../shared/api.ts';
import { formatTime } from '../../shared/format-time.ts';
import { breakGlassQuery } from '../../shared/operators-queries.ts';
import { SignedAction } from '../../shared/signed.tsx';
import './operators.css';

/** On every page, for every operator, as long as somebody comes in by break-glass. */
export function BreakGlassBanner() {
  const { data } = useQuery(breakGlassQuery);
  if (data === undefined || data.requests.length === 0) return null;
  return (
    <div className="break-glass">
      {data.requests.map((request) => (
        <Alert key={request.id} kind="danger" announce>
          <Request request={request} />
        </Alert>
      ))}
    </div>
  );
}

function Request({ request }: { request: BreakGlassView }) {
  const { t } = useLingui();
  const { id, name, state, startedAt, opensAt, moneyFrom } = request;
  if (state === 'enrolled')
    return (
      <Trans>
        <strong>{name} came in by break-glass.</strong> They cannot decide about money before{' '}
        {formatTime(moneyFrom ?? opensAt)}. If nobody knows them, disable them on the Operators page.
      </Trans>
    );
  return (
    <div className="cluster wrap">
      <p>
        {state === 'waiting' ? (
          <Trans>
            <strong>Break-glass was started at {formatTime(startedAt)}.</strong> It lets {name} in at{' '}
            {formatTime(opensAt)}. Cancel it unless both custodians confirm that they asked for it.
          </Trans>
        ) : (
          <Trans>
            <strong>Break-glass is open.</strong> {name} can enrol a passkey now. Cancel it unless both custodians
            confirm that they asked for it.
          </Trans>
        )}
      </p>
      <SignedAction
        label={t`Cancel break-glass`}
        roles={operatorRole.options}
        kind="danger"
        noteLabel={t`Why you cancel it, for the other operators`}
        ask={(note) => api.operators.askCancel({ id, note })}
        take={async (note, _more, proof) => {
          await api.operators.cancelBreakGlass({ said: { id, note }, proof });
          return 'done';
        }}
      />
    </div>
  );
}
