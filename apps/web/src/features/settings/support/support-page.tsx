import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { InstallationView } from '@tern/contracts/routes/installation';
import { Card } from '@tern/ui/card';
import { AtSignIcon, HistoryIcon, PencilIcon, ScaleIcon, ShieldCheckIcon } from '@tern/ui/inside-icons';
import { Alert } from '@tern/ui/notice';
import { AppBar, Page } from '@tern/ui/page';
import { Row } from '@tern/ui/row';
import { Link } from 'react-router';
import { BackButton } from '../../../shared/back-button.tsx';
import { OutsideLink } from '../../../shared/outside-link.tsx';
import { paths } from '../../../shared/paths.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { useSearch, uuid } from '../../../shared/search-params.ts';
import { hasSignedInBefore } from '../../../shared/session-owner.ts';
import '../shared/support-page.css';

/** How to reach us, what we need, what becomes of a complaint. Open to everybody, and shows nothing about anybody. */
function SupportPage() {
  const { t } = useLingui();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const { name } = installation.product;
  const { email } = installation.support;
  const { record } = useSearch({ record: uuid });
  const isSignedIn = hasSignedInBefore();
  return (
    <Page bar={<AppBar title={t`Support`} back={<BackButton fallback={isSignedIn ? paths.my : paths.login} />} />}>
      <Card flush>
        <Row
          as="a"
          href={`mailto:${email}`}
          slim
          start={<AtSignIcon />}
          title={t`Write to us`}
          end={<bdi dir="ltr">{email}</bdi>}
        />
        {isSignedIn ? (
          <Row
            as={Link}
            to={record === undefined ? paths.complaints : `${paths.complaints}?${new URLSearchParams({ record })}`}
            slim
            start={<PencilIcon />}
            title={t`Complaints`}
            leads
          />
        ) : null}
        <Row
          as={Link}
          to={paths.factorsLost}
          slim
          start={<ShieldCheckIcon />}
          title={t`Lost all sign-in methods`}
          leads
        />
        <Row as={Link} to={paths.status} slim start={<HistoryIcon />} title={t`Service status`} leads />
        <CheckRow isSignedIn={isSignedIn} />
      </Card>
      <section className="stack gap-3 support-part" aria-labelledby="support-needs">
        <h2 className="title-3" id="support-needs">
          <Trans>What to tell us</Trans>
        </h2>
        <ul>
          <li>
            <Trans>What happened, when, and what you expected instead.</Trans>
          </li>
          <li>
            <Trans>Your account ID, which is below your name in My. If you can’t log in: your e-mail or phone.</Trans>
          </li>
          <li>
            <Trans>If it is about a transfer: its transaction ID, or its time and amount.</Trans>
          </li>
        </ul>
      </section>
      <Alert kind="warning">
        <Trans>
          Never send us a password, a code, a recovery code or a picture of your authenticator key. We never ask for
          them. Help from {name} is free, and you never have to pay to withdraw.
        </Trans>
      </Alert>
      <ComplaintPart support={installation.support} isSignedIn={isSignedIn} />
    </Page>
  );
}

function CheckRow({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useLingui();
  return (
    <Row
      as={Link}
      to={isSignedIn ? paths.check : paths.openCheck}
      slim
      start={<ScaleIcon />}
      title={t`How you can check us`}
      leads
    />
  );
}

function ComplaintPart(props: { support: InstallationView['support']; isSignedIn: boolean }) {
  const { complaintsEmail, answerDays, nextBody } = props.support;
  return (
    <section className="stack gap-3 support-part" aria-labelledby="support-complaints">
      <h2 className="title-3" id="support-complaints">
        <Trans>How to complain</Trans>
      </h2>
      <ol>
        <li>
          {props.isSignedIn ? (
            <Trans>
              File it under{' '}
              <Link className="link" to={paths.complaints}>
                Complaints
              </Link>{' '}
              or write to <Mailbox address={complaintsEmail} />.
            </Trans>
          ) : (
            <Trans>
              Log in and file it under Complaints. If you can’t log in, write to <Mailbox address={complaintsEmail} />.
            </Trans>
          )}
        </li>
        <li>
          <Trans>One of our team members reads it, together with the records it is about.</Trans>
        </li>
        <li>
          <Plural
            value={answerDays}
            one="You get our answer, with its reasons, within # day."
            other="You get our answer, with its reasons, within # days."
          />
        </li>
        <li>
          {nextBody === null ? (
            <Trans>
              If our answer doesn’t help, or doesn’t come in time, write again and we’ll review it once more. You can
              also turn to the consumer authority or a court where you live.
            </Trans>
          ) : (
            <Trans>
              If our answer doesn’t help, or doesn’t come in time, you can turn to <NextBody body={nextBody} />.
            </Trans>
          )}
        </li>
      </ol>
      <p className="caption">
        <Trans>
          A complaint costs nothing and changes nothing about your account. You can complain while your account is on
          hold, too.
        </Trans>
      </p>
    </section>
  );
}

function Mailbox({ address }: { address: string }) {
  return (
    <a className="link" href={`mailto:${address}`}>
      <bdi dir="ltr">{address}</bdi>
    </a>
  );
}

function NextBody({ body }: { body: { name: string; url: string | null } }) {
  return body.url === null ? (
    <bdi>{body.name}</bdi>
  ) : (
    <OutsideLink href={body.url}>
      <bdi>{body.name}</bdi>
    </OutsideLink>
  );
}

export { SupportPage as Component };
