import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ActivityCaseView } from '@tern/contracts/routes/console-activities';
import { Chip } from '@tern/ui/chip';
import { Facts } from '@tern/ui/facts';
import { useState } from 'react';
import { useParams } from 'react-router';
import { api } from '../../shared/api.ts';
import { DetailFrame, DetailHead } from '../../shared/detail-page.tsx';
import { formatMoney } from '../../shared/format.ts';
import { formatTime } from '../../shared/format-time.ts';
import { HelpLink } from '../../shared/help-link.tsx';
import { useOperator } from '../../shared/operator.ts';
import { SignedAction } from '../../shared/signed.tsx';
import { ActivityForm } from './activity-form.tsx';
import { activityStates } from './activity-states.ts';
import { draftOf, newDraft } from './draft.ts';
import { Sample } from '../../shared/sample.tsx';
import './activities.css';

/** One activity: a form while it is a draft, its facts afterwards. */
export function ActivityPage() {
  const { id = '' } = useParams();
  return id === 'new' ? <NewActivity /> : <KnownActivity key={id} id={id} />;
}

const head = {
  list: { to: '/activities', name: <Trans>Activities</Trans> },
  help: <HelpLink page="activities" />,
};

function NewActivity() {
  const [draft] = useState(() => newDraft(Date.now()));
  return (
    <main className="page">
      <DetailHead {...head} name={<Trans>New activity</Trans>} />
      <div className="page-body">
        <ActivityForm id={null} start={draft} />
      </div>
    </main>
  );
}

function KnownActivity({ id }: { id: string }) {
  const { i18n } = useLingui();
  const { role, assets } = useOperator();
  const activity = useQuery({ queryKey: ['activity', id], queryFn: () => api.activities.activity({ id }) });
  const decimals = assets.find((asset) => asset.id === 'reward')?.decimals ?? 0;
  const mayDraw = role === 'treasurer' || role === 'administrator';
  return (
    <DetailFrame
      {...head}
      name={activity.data?.title ?? <Trans>Activity</Trans>}
      help={
        <div className="cluster">
          {activity.data === undefined ? null : <Chip>{i18n._(activityStates[activity.data.state])}</Chip>}
          {head.help}
        </div>
      }
      query={activity}
    >
      {(found) => (
        <div className="page-body">
          <Decide found={found} />
          {found.state === 'draft' && mayDraw ? (
            <ActivityForm key={found.digest} id={found.id} start={draftOf(found, decimals)} />
          ) : (
            <Shown found={found} />
          )}
        </div>
      )}
    </DetailFrame>
  );
}

/** Publishing and closing, each signed; what is signed is what stands on this page. */
function Decide({ found }: { found: ActivityCaseView }) {
  const { t } = useLingui();
  const { assets, name } = useOperator();
  if (found.state === 'closed') return null;
  const { id, digest } = found;
  const said = found.state === 'draft' ? ({ step: 'publish', id, digest } as const) : ({ step: 'close', id } as const);
  return (
    <section className="panel cluster wrap">
      <p className="grow">
        {found.state === 'draft' ? (
          <Trans>
            Publishing sets {formatMoney(found.total, 'reward', assets)} aside. It must be published by someone other
            than {found.changedBy}, who edited it last.
          </Trans>
        ) : (
          <Trans>Closing lets nobody join any more. What is under way goes on.</Trans>
        )}
      </p>
      <SignedAction
        key={said.step}
        label={found.state === 'draft' ? t`Publish` : t`Close it`}
        kind={found.state === 'draft' ? 'primary' : 'danger'}
        blocked={
          found.state === 'draft' && found.changedBy === name
            ? t`You changed it last: another operator has to do it.`
            : undefined
        }
        roles={['treasurer', 'administrator']}
        ask={() => api.activities.askActivityStep(said)}
        take={async (_note, _more, proof) => {
          await api.activities.takeActivityStep({ said, proof });
          return 'done';
        }}
      />
    </section>
  );
}

function Shown({ found }: { found: ActivityCaseView }) {
  const { t, i18n } = useLingui();
  const { assets } = useOperator();
  const names = new Intl.DisplayNames(i18n.locale, { type: 'language' });
  return (
    <>
      <section className="panel">
        <Facts
          tight
          facts={[
            { key: 'platform', term: t`Other service`, value: found.platform },
            { key: 'reward', term: t`Reward`, value: formatMoney(found.reward, 'reward', assets) },
            { key: 'total', term: t`Of all places`, value: formatMoney(found.total, 'reward', assets) },
            { key: 'places', term: t`Places taken`, value: t`${found.placesTaken} of ${found.places}` },
            { key: 'opens', term: t`Opens`, value: formatTime(found.opensAt) },
            { key: 'closes', term: t`Closes`, value: formatTime(found.closesAt) },
            { key: 'review', term: t`Answer within hours`, value: String(found.reviewHours) },
            { key: 'pictures', term: t`Pictures deleted after days`, value: String(found.pictureDays) },
          ]}
        />
        {found.sampleName === null ? null : <Sample name={found.sampleName} />}
      </section>
      {Object.entries(found.texts).map(([language, texts]) => (
        <section key={language} className="panel" lang={language}>
          <h2>
            {names.of(language)}: {texts.title}
          </h2>
          <p>{texts.summary}</p>
          <p className="ink-2">{texts.purpose}</p>
          <ul className="criteria">
            {texts.criteria.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
