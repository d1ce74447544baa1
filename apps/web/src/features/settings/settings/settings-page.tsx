import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { namedLocales } from '@tern/locales/all-locales';
import { Card } from '@tern/ui/card';
import { EyeOffIcon, GlobeIcon } from '@tern/ui/icons';
import { AtSignIcon, CoinsIcon, MapPinIcon } from '@tern/ui/inside-icons';
import { LinkIcon, NetworkIcon, UserRoundXIcon } from '@tern/ui/settings-icons';
import { Loaded } from '@tern/ui/loaded';
import { AppBar, Page } from '@tern/ui/page';
import { Row } from '@tern/ui/row';
import { Segmented } from '@tern/ui/segmented';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { Switch } from '@tern/ui/switch';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { areSettled } from '../../../shared/are-settled.ts';
import { BackButton } from '../../../shared/back-button.tsx';
import { formatDuration } from '../../../shared/format-time.ts';
import { readChosenLanguage } from '../../../shared/i18n.ts';
import { openRegionNames } from '../../../shared/region-names.ts';
import { networkName } from '../../../shared/inside/network-name.ts';
import { NotificationSwitches } from '../../../shared/inside/notification-switches.tsx';
import { messageSettingsQuery } from '../../../shared/message-queries.ts';
import { pushStateQuery } from '../../../shared/inside/push-state-query.ts';
import { paths } from '../../../shared/paths.ts';
import { preferencesQuery } from '../../../shared/preference-queries.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { chooseTheme, useTheme } from '../../../shared/theme.ts';
import { useCorrectionLeft } from '../../../shared/use-correction-left.ts';
import { useCurrency } from '../../../shared/use-currency.ts';
import { useIsWide } from '../../../shared/use-wide.ts';
import { useHideBalances } from '../../../shared/inside/use-hide-balances.ts';
import { CacheRow } from './cache-row.tsx';
import { LazyCountrySheet } from '../../../shared/lazy-country-sheet.ts';
import { CurrencySheet } from './currency-sheet.tsx';
import { NetworkSheet } from './network-sheet.tsx';
import { RememberLoginSwitch } from './remember-login-switch.tsx';

const ShortcutsSwitch = lazy(async () => ({ default: (await import('./shortcuts-switch.tsx')).ShortcutsSwitch }));

type SheetName = 'currency' | 'network' | 'country';

/** How the wallet looks and speaks: what is kept for the person on all devices, and what on this one. */
function SettingsPage() {
  const { t } = useLingui();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const preferences = useQuery(preferencesQuery);
  // What stands in the middle of the page decides where the rest of it does.
  const notifications = useQuery(messageSettingsQuery);
  const push = useQuery(pushStateQuery);
  const [hidden, hide] = useHideBalances();
  const [sheet, setSheet] = useState<SheetName>();
  const wide = useIsWide();
  const close = () => setSheet(undefined);
  return (
    <Page bar={<AppBar title={t`Settings`} back={<BackButton fallback={paths.my} />} />}>
      <Loaded
        query={areSettled(notifications, push) ? preferences : { ...preferences, data: undefined }}
        loading={<SkeletonRows count={6} />}
        failed={<Trans>Couldn’t load your settings.</Trans>}
      >
        {({ country }) => (
          <>
            <ChoicesCard country={country} network={installation.network} onOpen={setSheet} />
            <Card flush>
              <Switch
                icon={<EyeOffIcon />}
                label={t`Hide balances`}
                note={t`On all your devices.`}
                checked={hidden}
                onChange={hide}
              />
            </Card>
            <ThemeChoice />
            <Titled title={t`Notify me about`}>
              <Card>
                <NotificationSwitches />
              </Card>
            </Titled>
            <Titled title={t`This device`}>
              <Card flush>
                {wide ? (
                  <Suspense>
                    <ShortcutsSwitch />
                  </Suspense>
                ) : null}
                <RememberLoginSwitch />
                <CacheRow />
              </Card>
            </Titled>
            <Card flush>
              <Row as={Link} to={paths.connectedSites} slim start={<LinkIcon />} title={t`Connected sites`} leads />
              <Row as={Link} to={paths.discovery} slim start={<AtSignIcon />} title={t`Who can find me`} leads />
              <Row
                as={Link}
                to={paths.ownData}
                slim
                start={<UserRoundXIcon />}
                title={t`Your data and account`}
                leads
              />
            </Card>
          </>
        )}
      </Loaded>
      <CurrencySheet open={sheet === 'currency'} chosen={preferences.data?.currencyUnit} onClose={close} />
      <NetworkSheet open={sheet === 'network'} installation={installation} onClose={close} />
      <LazyCountrySheet open={sheet === 'country'} onClose={close} />
    </Page>
  );
}

/** What is chosen from a list of its own. */
function ChoicesCard(props: {
  country: string | null;
  network: Parameters<typeof networkName>[0];
  onOpen: (sheet: SheetName) => void;
}) {
  const { t } = useLingui();
  const { country, network, onOpen } = props;
  const currency = useCurrency();
  const chosen = readChosenLanguage();
  const language = namedLocales.find(({ id }) => id === chosen)?.ownName ?? t`Automatic`;
  const nameOf = openRegionNames();
  const left = useCorrectionLeft();
  return (
    <Card flush>
      <Row as={Link} to={paths.language} slim start={<GlobeIcon />} title={t`Language`} end={language} leads />
      <Row
        as="button"
        slim
        start={<CoinsIcon />}
        title={t`Currency unit`}
        end={currency.symbol}
        leads
        onClick={() => onOpen('currency')}
      />
      <Row
        as="button"
        slim
        start={<NetworkIcon />}
        title={t`Network`}
        end={networkName(network)}
        leads
        onClick={() => onOpen('network')}
      />
      <Row
        as="button"
        slim
        start={<MapPinIcon />}
        title={t`Country`}
        note={left === undefined ? undefined : <TimeToCorrect left={left} />}
        end={country === null ? t`Not declared` : nameOf(country)}
        leads
        onClick={() => onOpen('country')}
      />
    </Card>
  );
}

function TimeToCorrect({ left }: { left: number }) {
  const time = formatDuration(left);
  return <Trans>Time left to correct it: {time}</Trans>;
}

function Titled(props: { title: string; children: ReactNode }) {
  return (
    <section className="stack gap-2">
      <h2 className="label ink-2">{props.title}</h2>
      {props.children}
    </section>
  );
}

function ThemeChoice() {
  const { t } = useLingui();
  const theme = useTheme();
  return (
    <Titled title={t`Appearance`}>
      <Segmented
        label={t`Appearance`}
        value={theme}
        options={[
          { value: 'system', label: t`System` },
          { value: 'light', label: t`Light` },
          { value: 'dark', label: t`Dark` },
        ]}
        onChange={chooseTheme}
      />
    </Titled>
  );
}

export { SettingsPage as Component };
