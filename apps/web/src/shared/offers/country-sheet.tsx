import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CheckIcon } from '@tern/ui/icons';
import { Alert } from '@tern/ui/notice';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { TextField } from '@tern/ui/text-field';
import { showToast } from '@tern/ui/toast';
import { useMemo, useState } from 'react';
import { api } from '../api.ts';
import { listAreaCodes, searchAreaCodes } from '../area-codes.ts';
import { formatClock, formatDayAndYear } from '../format-time.ts';
import { preferencesQuery } from '../preference-queries.ts';
import '../area-code-sheet.css';
import './country-sheet.css';
import { Refusal } from '../refusal.tsx';

/** Where the person says to live: needed for bonuses and rewards, for nothing else. */
export function CountrySheet(props: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const all = useMemo(() => listAreaCodes(), []);
  const found = searchAreaCodes(all, typed);
  const { data: preferences } = useQuery(preferencesQuery);
  const { country, countryFixedUntil, countryCorrectableUntil } = preferences ?? {
    country: null,
    countryFixedUntil: null,
    countryCorrectableUntil: null,
  };
  const declaring = useMutation({
    mutationFn: (code: string) => api.preferences.declareCountry({ country: code }),
    onSuccess: (saved, code) => {
      queries.setQueryData(preferencesQuery.queryKey, saved);
      const name = all.find(({ region }) => region === code)?.name ?? code;
      showToast(t`Country declared: ${name}`);
      close();
    },
  });
  function close() {
    setTyped('');
    declaring.reset();
    props.onClose();
  }
  const until = countryFixedUntil === null ? undefined : formatDayAndYear(countryFixedUntil);
  // Where none can be chosen the others are no choice to look through.
  const listed = until === undefined ? found : all.filter(({ region }) => region === country);
  return (
    <Sheet open={props.open} onClose={close} busy={declaring.isPending} title={t`Country you live in`}>
      <p className="caption">
        <Trans>
          Bonuses and rewards are allowed only in some countries, so they need to know. Holding, receiving, sending and
          swapping work in every country.
        </Trans>
      </p>
      <Correction until={until} correctableUntil={countryCorrectableUntil} />
      <Refusal error={declaring.error} />
      {until === undefined ? <CountrySearch value={typed} onType={setTyped} /> : null}
      <p className="visually-hidden" role="status">
        {typed === '' ? '' : t`${found.length} found`}
      </p>
      <ul className="area-codes countries">
        {listed.map((each) => (
          <li key={each.region}>
            <Country
              country={each}
              chosen={each.region === country}
              disabled={until !== undefined || declaring.isPending}
              onChoose={declaring.mutate}
            />
          </li>
        ))}
        {listed.length === 0 ? (
          <li className="list-none">
            <Trans>No country like this.</Trans>
          </li>
        ) : null}
      </ul>
    </Sheet>
  );
}

function CountrySearch({ value, onType }: { value: string; onType: (typed: string) => void }) {
  const { t } = useLingui();
  return (
    <TextField
      label={<span className="visually-hidden">{t`Search a country`}</span>}
      type="search"
      autoComplete="off"
      placeholder={t`Country`}
      value={value}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

/** Until when it may be corrected, or from when on another one may be declared. */
function Correction(props: { until: string | undefined; correctableUntil: string | null }) {
  const { until, correctableUntil } = props;
  if (until !== undefined) {
    return (
      <Alert kind="info">
        <Trans>You can declare another country from {until} on.</Trans>
      </Alert>
    );
  }
  return (
    <p className="caption">
      {correctableUntil === null ? (
        <Trans>You can correct it for a short time after declaring it, and change it after 30 days.</Trans>
      ) : (
        <Trans>You can correct it until {formatClock(correctableUntil)}.</Trans>
      )}
    </p>
  );
}

function Country(props: {
  country: ReturnType<typeof listAreaCodes>[number];
  chosen: boolean;
  disabled: boolean;
  onChoose: (region: string) => void;
}) {
  const { region, name, flag } = props.country;
  return (
    <Row
      as="button"
      slim
      disabled={props.disabled}
      aria-pressed={props.chosen}
      start={<span aria-hidden="true">{flag}</span>}
      title={name}
      end={props.chosen ? <CheckIcon size="s" /> : undefined}
      onClick={() => props.onChoose(region)}
    />
  );
}
