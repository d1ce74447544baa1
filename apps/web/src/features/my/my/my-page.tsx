import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { AccountView } from '@tern/contracts/routes/identity';
import { namedLocales } from '@tern/locales/all-locales';
import { Card } from '@tern/ui/card';
import { IconButton } from '@tern/ui/icon-button';
import { FingerprintIcon } from '@tern/ui/fingerprint-icon';
import { GlobeIcon, InfoIcon } from '@tern/ui/icons';
import {
  AtSignIcon,
  BookUserIcon,
  CircleHelpIcon,
  HistoryIcon,
  KeyRoundIcon,
  LockIcon,
  ReceiptTextIcon,
  ScaleIcon,
  ShieldCheckIcon,
} from '@tern/ui/inside-icons';
import { LifeBuoyIcon, QuoteIcon, SettingsIcon, UsersIcon } from '@tern/ui/my-icons';
import { LargeAppBar, Page } from '@tern/ui/page';
import { Row } from '@tern/ui/row';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { readChosenLanguage } from '../../../shared/i18n.ts';
import { paths } from '../../../shared/paths.ts';
import { accountQuery, installationQuery } from '../../../shared/queries.ts';
import { InstallRow } from './install-row.tsx';
import { AccountHead } from './account-head.tsx';
import { LazyInviteSheet } from './lazy-invite-sheet.ts';
import { LogoutButton } from './logout-button.tsx';
import '../shared/my-page.css';
import { SecurityCard } from './security-card.tsx';
import { MessagesRow } from './messages-row.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { WalletsRow } from './wallets-row.tsx';

/** The person's own page: account, protections, devices, and the way out. */
function MyPage() {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(accountQuery);
  return (
    <Page
      bar={
        <LargeAppBar
          title={t`My`}
          actions={
            <IconButton as={Link} to={paths.settings} label={t`Settings`}>
              <SettingsIcon />
            </IconButton>
          }
        />
      }
    >
      <AccountHead account={account} />
      <SecurityCard account={account} />
      <Card flush>
        <WalletsRow />
        <Row as={Link} to={paths.addressBook} slim start={<BookUserIcon />} title={t`Address book`} leads />
        <MessagesRow />
        <Row as={Link} to={paths.records} slim start={<ReceiptTextIcon />} title={t`Records`} leads />
      </Card>
      <FactorsCard account={account} />
      <SessionsCard />
      <OthersCard inviteCode={account.inviteCode} />
      <LogoutButton />
    </Page>
  );
}

/** What protects the account, with its state. */
function FactorsCard({ account }: { account: AccountView }) {
  const { t } = useLingui();
  return (
    <Card flush>
      <FactorRow icon={<LockIcon />} title={t`Login password`} path={paths.loginPassword} state={<Trans>Set</Trans>} />
      <FactorRow
        icon={<KeyRoundIcon />}
        title={t`Trade password`}
        path={paths.tradePassword}
        state={account.factors.tradePassword ? <Trans>Set</Trans> : <Trans>Not set</Trans>}
      />
      <FactorRow
        icon={<ShieldCheckIcon />}
        title={t`Google Authenticator`}
        path={paths.authenticator}
        state={account.factors.authenticator ? <Trans>Bound</Trans> : <Trans>Not bound</Trans>}
      />
      <FactorRow
        icon={<FingerprintIcon />}
        title={t`Passkeys`}
        path={paths.passkeys}
        state={account.factors.passkeys === 0 ? <Trans>None</Trans> : account.factors.passkeys}
      />
      <FactorRow
        icon={<AtSignIcon />}
        title={t`Phone and e-mail`}
        path={paths.contact}
        state={<bdi dir="ltr">{account.account.masked}</bdi>}
      />
      <FactorRow
        icon={<QuoteIcon />}
        title={t`Anti-phishing phrase`}
        path={paths.messageWord}
        state={account.word === null ? <Trans>Not set</Trans> : <bdi>{account.word}</bdi>}
      />
      <Row as={Link} to={paths.securityHistory} slim start={<HistoryIcon />} title={t`Account history`} leads />
    </Card>
  );
}

function OthersCard({ inviteCode }: { inviteCode: string }) {
  const { t } = useLingui();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const [isInviting, setInviting] = useState(false);
  const chosen = readChosenLanguage();
  const language = namedLocales.find(({ id }) => id === chosen)?.ownName ?? t`Automatic`;
  return (
    <Card flush>
      <Row
        as="button"
        slim
        start={<UsersIcon />}
        title={t`Invite people`}
        end={<bdi dir="ltr">{inviteCode}</bdi>}
        leads
        onClick={() => setInviting(true)}
      />
      <LazyInviteSheet open={isInviting} onClose={() => setInviting(false)} code={inviteCode} />
      <Row as={Link} to={paths.language} slim start={<GlobeIcon />} title={t`Language`} end={language} leads />
      <Row as={Link} to={paths.check} slim start={<ScaleIcon />} title={t`How you can check us`} leads />
      <Row as={Link} to={paths.help} slim start={<CircleHelpIcon />} title={t`Help`} leads />
      <Row as={Link} to={paths.support} slim start={<LifeBuoyIcon />} title={t`Contact support`} leads />
      <Row
        as={Link}
        to={paths.about}
        slim
        start={<InfoIcon />}
        title={t`About and user agreement`}
        end={<bdi dir="ltr">{installation.version}</bdi>}
        leads
      />
      <InstallRow />
    </Card>
  );
}

/** A protection with its state; leads to the page where it is set up or changed. */
function FactorRow(props: { icon: ReactNode; title: string; path: string; state: ReactNode }) {
  return <Row as={Link} to={props.path} slim start={props.icon} title={props.title} end={props.state} leads />;
}

export { MyPage as Component };
