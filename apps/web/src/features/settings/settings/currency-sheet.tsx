import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CurrencyView } from '@tern/contracts/routes/preferences';
import { Loaded } from '@tern/ui/loaded';
import { CheckIcon } from '@tern/ui/icons';
import { Alert } from '@tern/ui/notice';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import { formatPrice } from '../../../shared/format-price.ts';
import { formatDayAndYear, formatDuration } from '../../../shared/format-time.ts';
import { currenciesQuery, preferencesQuery } from '../../../shared/preference-queries.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import { readProblem } from '../../../shared/read-problem.ts';

/** What amounts are valued in, each unit with its rate and how old that is. */
export function CurrencySheet(props: { open: boolean; chosen: string | undefined; onClose: () => void }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const rates = useQuery({ ...currenciesQuery, enabled: props.open });
  const choosing = useMutation({
    mutationFn: (currencyUnit: string) => api.preferences.setPreferences({ currencyUnit }),
    onSuccess: (saved) => {
      queries.setQueryData(preferencesQuery.queryKey, saved);
      props.onClose();
    },
  });
  return (
    <Sheet
      open={props.open}
      onClose={props.onClose}
      busy={choosing.isPending}
      title={t`Currency unit`}
      note={t`This changes only how values are shown, not what you hold.`}
    >
      {choosing.error ? (
        <Alert kind="danger" announce>
          <Trans>Saving failed</Trans>: {problemText(readProblem(choosing.error))}
        </Alert>
      ) : null}
      <Loaded query={rates} loading={<SkeletonRows count={3} />} failed={<Trans>Couldn’t load the rates.</Trans>}>
        {({ currencies }) => (
          <ul>
            {currencies.map((currency) => (
              <li key={currency.unit}>
                <Row
                  as="button"
                  disabled={currency.usdtPrice === null}
                  aria-pressed={currency.unit === props.chosen}
                  title={currency.symbol}
                  note={<Rate currency={currency} readAtMs={rates.dataUpdatedAt} />}
                  end={currency.unit === props.chosen ? <CheckIcon size="s" /> : undefined}
                  onClick={() => choosing.mutate(currency.unit)}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Sheet>
  );
}

function Rate(props: { currency: CurrencyView; readAtMs: number }) {
  const { symbol, usdtPrice, at, stale } = props.currency;
  // The age is that of the moment of reading; every new answer shows it anew.
  const [openedAtMs] = useState(Date.now);
  if (usdtPrice === null) return <Trans>no rate now</Trans>;
  if (at === null) return <Trans>all prices are based on it</Trans>;
  const ageSeconds = (Math.max(props.readAtMs, openedAtMs) - Date.parse(at)) / 1000;
  return (
    <>
      <bdi dir="ltr">
        1 {symbol} = {formatPrice(usdtPrice)} USDT
      </bdi>
      {' · '}
      <Age seconds={ageSeconds} at={at} stale={stale} />
    </>
  );
}

/** Beyond two days nobody counts hours. */
const hoursUntilSeconds = 2 * 86_400;

function Age(props: { seconds: number; at: string; stale: boolean }) {
  const age = formatDuration(props.seconds);
  if (!props.stale) return <Trans>{age} old</Trans>;
  if (props.seconds < hoursUntilSeconds) return <Trans>outdated: {age} old</Trans>;
  const day = formatDayAndYear(props.at);
  return <Trans>outdated: of {day}</Trans>;
}
