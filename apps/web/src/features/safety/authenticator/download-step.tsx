import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { DownloadIcon } from '@tern/ui/inside-icons';
import { Row } from '@tern/ui/row';
import { useOutsideLink } from '../../../shared/outside-link.tsx';
import { PhoneRisk } from '../../../shared/register+safety/phone-risk.tsx';
import { StepHead } from '../shared/step-head.tsx';

const stores = [
  {
    name: 'App Store',
    device: 'iPhone, iPad',
    url: 'https://apps.apple.com/app/google-authenticator/id388497605',
  },
  {
    name: 'Google Play',
    device: 'Android',
    url: 'https://play.google.com/store/apps/details?id=com.google.android.apps.authenticator2',
  },
];

/** What the app is for, and where it is to be had. */
export function DownloadStep(props: { onNext: () => void }) {
  return (
    <>
      <StepHead step={1} total={2} title={<Trans>Get an authenticator app</Trans>}>
        <p>
          <Trans>
            It shows a new six-digit code every 30 seconds, even offline. With it, nobody can send your money with your
            passwords alone.
          </Trans>
        </p>
      </StepHead>
      <Card flush>
        {stores.map((store) => (
          <StoreRow key={store.name} {...store} />
        ))}
      </Card>
      <p className="caption">
        <Trans>
          Any app for time-based codes works, for example Google Authenticator, Aegis, 2FAS or your password manager.
        </Trans>
      </p>
      <PhoneRisk />
      <Button block onClick={props.onNext}>
        <Trans>I have an app</Trans>
      </Button>
    </>
  );
}

function StoreRow({ name, device, url }: (typeof stores)[number]) {
  const { link, sheet } = useOutsideLink(url);
  return (
    <>
      <Row as="a" {...link} slim start={<DownloadIcon />} title={<bdi>{name}</bdi>} end={<bdi>{device}</bdi>} leads />
      {sheet}
    </>
  );
}
