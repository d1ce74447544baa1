import { Trans, useLingui } from '@lingui/react/macro';
import type { OverviewView } from '@tern/contracts/routes/console-home';
import { TriangleAlertIcon } from '@tern/ui/icons';
import { Link } from 'react-router';
import { useOperator } from '../../shared/operator.ts';
import { pageNames } from '../../shared/pages.ts';
import { flowNames } from '../../shared/flow-names.ts';
import { alarmTexts, pageOfAlarm } from './alarm-texts.ts';

/** What is wrong now, each with the page where something can be done and the page that says what it means. */
export function Alarms({ alarms }: { alarms: OverviewView['alarms'] }) {
  const { t } = useLingui();
  if (alarms.length === 0) return null;
  return (
    <ul className="home-alarms" aria-label={t`Alarms`}>
      {alarms.map((alarm) => (
        <AlarmRow key={alarm.alarm} alarm={alarm} />
      ))}
    </ul>
  );
}

function AlarmRow({ alarm: { alarm, about } }: { alarm: OverviewView['alarms'][number] }) {
  const { i18n } = useLingui();
  const { assets } = useOperator();
  const known = alarmTexts[alarm];
  const nameOf = (what: string): string => {
    const flow = Object.entries(flowNames).find(([each]) => each === what)?.[1];
    return assets.find(({ id }) => id === what)?.symbol ?? (flow === undefined ? what : i18n._(flow));
  };
  return (
    <li>
      <TriangleAlertIcon />
      <p className="home-alarm-text">
        <strong>{known === undefined ? alarm : i18n._(known.text)}</strong> {about.map(nameOf).join(', ')}
      </p>
      {known?.page === undefined ? null : (
        <Link className="link" to={known.page}>
          <Trans>Open {i18n._(pageNames[known.page])}</Trans>
        </Link>
      )}
      <Link className="link" to={`/alarms/${pageOfAlarm(alarm)}`}>
        <Trans>What this alarm means</Trans>
      </Link>
    </li>
  );
}
