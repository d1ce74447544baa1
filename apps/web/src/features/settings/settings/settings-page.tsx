import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { namedLocales } from '@tern/locales/all-locales';
import { Card } from '@tern/ui/card';
import { ErrorState } from '@tern/ui/error-state';
import { EyeOffIcon, GlobeIcon } from '@tern/ui/icons';
import { CoinsIcon, MapPinIcon, NetworkIcon, UserRoundXIcon } from '@tern/ui/inside-icons';
import { AppBar, Page } from '@tern/ui/page';
import { Row } from '@tern/ui/row';
import { Segmented } from '@tern/ui/segmented';
import { SkeletonRows } from '@tern/ui/skeleton';
import { Switch } from '@tern/ui/switch';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { BackButton } from '../../../shared/back-button.tsx';
import { readChosenLanguage } from '../../../shared/i18n.ts';
import { openRegionNames } from '../../../shared/region-names.ts';
import { networkName } from '../../../shared/inside/network-name.ts';
import { NotificationSwitches } from '../../../shared/inside/notification-switches.tsx';
import { paths } from '../../../shared/paths.ts';
import { preferencesQuery } from '../../../shared/preference-queries.ts';
import { installationQuery } from '../../../shared/queries.ts';
import { chooseTheme, useTheme } from '../../../shared/theme.ts';
import { useCurrency } from '../../../shared/use-currency.ts';
import { useHideBalances } from '../../../shared/inside/use-hide-balances.ts';
import { CacheRow } from './cache-row.tsx';
import { LazyCountrySheet } from '../../../shared/lazy-country-sheet.ts';
import { CurrencySheet } from './currency-sheet.tsx';
import { NetworkSheet } from './network-sheet.tsx';

/** How the wallet looks and speaks: what is kept for the person on all devices, and what on this one. */
function SettingsPage() {
  const { t } = useLingui();
  const { data: installation } = useSuspenseQuery(installationQuery);
  const preferences = useQuery(preferencesQuery);
  const currency = useCurrency();
  const [hidden, hide] = useHideBalances();
  const [sheet, setSheet] = useState<'currency' | 'network' | 'country'>();
  const close = () => setSheet(undefined);
  const chosen = readChosenLanguage();
  const language = namedLocales.find(({ id }) => id === chosen)?.ownName ?? t`Automatic`;
  const nameOf = openRegionNames();
  const { data } = preferences;
  return (
    <Page bar={<AppBar title={t`Settings`} back={<BackButton fallback={paths.my} />} />}>
      {data === undefined ? (
        preferences.error === null ? (
          <SkeletonRows count={6} />
        ) : (
          <ErrorState
            note={<Trans>Your settings could not be reached.</Trans>}
            retrying={preferences.isFetching}
            onRetry={() => void preferences.refetch()}
          />
        )
      ) : (
        <>
          <Card flush>
            <Row as={Link} to={paths.language} slim start={<GlobeIcon />} title={t`Language`} end={language} leads />
            <Row
              as="button"
              slim
              start={<CoinsIcon />}
              title={t`Currency unit`}
              end={currency.symbol}
              leads
              onClick={() => setSheet('currency')}
            />
            <Row
              as="button"
              slim
              start={<NetworkIcon />}
              title={t`Network`}
              end={networkName(installation.network.id)}
              leads
              onClick={() => setSheet('network')}
            />
            <Row
              as="button"
              slim
              start={<MapPinIcon />}
              title={t`Country`}
              end={data.country === null ? t`Not declared` : nameOf(data.country)}
              leads
              onClick={() => setSheet('country')}
            />
          </Card>
          <Card flush>
            <Switch
              icon={<EyeOffIcon />}
              label={t`Hide balances`}
              note={t`Everywhere, on all your devices.`}
              checked={hidden}
              onChange={hide}
            />
          </Card>
          <ThemeChoice />
          <Titled title={t`Notify me of`}>
            <Card>
              <NotificationSwitches />
            </Card>
          </Titled>
          <Titled title={t`This device`}>
            <Card flush>
              <CacheRow />
            </Card>
          </Titled>
          <Card flush>
            <Row as={Link} to={paths.ownData} slim start={<UserRoundXIcon />} title={t`Your data and account`} leads />
          </Card>
        </>
      )}
      <CurrencySheet open={sheet === 'currency'} chosen={data?.currencyUnit} onClose={close} />
      <NetworkSheet open={sheet === 'network'} installation={installation} onClose={close} />
      <LazyCountrySheet open={sheet === 'country'} onClose={close} />
    </Page>
  );
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
