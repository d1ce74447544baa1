import { Trans, useLingui } from '@lingui/react/macro';
import type { ServiceView } from '@tern/contracts/routes/status';
import { Card } from '@tern/ui/card';
import { Chip, type ChipKind } from '@tern/ui/chip';
import { CheckIcon, CircleXIcon } from '@tern/ui/icons';
import { HourglassIcon } from '@tern/ui/inside-icons';
import { Row } from '@tern/ui/row';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../../shared/format-time.ts';
import { serviceNames, stateNames } from './status-texts.ts';

const variants: Readonly<Record<ServiceView['state'], { readonly kind: ChipKind; readonly icon: ReactNode }>> = {
  running: { kind: 'done', icon: <CheckIcon size="xs" /> },
  limited: { kind: 'waiting', icon: <HourglassIcon size="xs" /> },
  delayed: { kind: 'waiting', icon: <HourglassIcon size="xs" /> },
  stopped: { kind: 'failed', icon: <CircleXIcon size="xs" /> },
};

/** The parts of the service with their state, and above them how it is on the whole. */
export function Services(props: { services: readonly ServiceView[]; isCalm: boolean }) {
  const { i18n } = useLingui();
  const { services, isCalm } = props;
  return (
    <>
      <p className="title-2" role="status">
        {services.some(({ state }) => state !== 'running') ? (
          <Trans>Part of the service is affected</Trans>
        ) : isCalm ? (
          <Trans>Everything is running</Trans>
        ) : (
          <Trans>Everything is running, but there is an incident</Trans>
        )}
      </p>
      <Card flush>
        <ul>
          {services.map(({ service, state, since }) => (
            <li key={service}>
              <Row
                slim
                title={i18n._(serviceNames[service])}
                note={since === null ? undefined : <Since at={since} />}
                end={<Chip {...variants[state]}>{i18n._(stateNames[state])}</Chip>}
              />
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

function Since(props: { at: string }) {
  const at = formatDateTime(props.at);
  return <Trans>since {at}</Trans>;
}
