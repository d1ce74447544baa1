import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CheckIcon } from '@tern/ui/icons';
import { Alert } from '@tern/ui/notice';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { TextField } from '@tern/ui/text-field';
import { showToast } from '@tern/ui/toast';
import { useBackCloses } from '@tern/ui/use-back-closes';
import { useMemo, useState } from 'react';
import { api } from '../api.ts';
import { listAreaCodes, searchAreaCodes, type AreaCode } from '../area-codes.ts';
import { formatClock, formatDayAndYear, formatDuration } from '../format-time.ts';
import { preferencesQuery } from '../preference-queries.ts';
import { useCorrectionLeft } from '../use-correction-left.ts';
import '../area-code-sheet.css';
import { ConfirmCountry } from './confirm-country.tsx';
import './country-sheet.css';

/** Where the person says to live: needed for bonuses and rewards, for nothing else. It is chosen, then confirmed. */
export function CountrySheet(props: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<AreaCode>();
  const correctionLeft = useCorrectionLeft();
  const declaring = useMutation({
    mutationFn: ({ region }: AreaCode) => api.preferences.declareCountry({ country: region }),
    onSuccess: (saved, { name }) => {
      queries.setQueryData(preferencesQuery.queryKey, saved);
      showToast(t`Country declared: ${name}`);
      close();
    },
    // It may stand since it was chosen.
    onError: () => queries.invalidateQueries({ queryKey: preferencesQuery.queryKey }),
  });
  useBackCloses(props.open && chosen !== undefined, () => {
    if (!declaring.isPending) goBack();
  });
  function goBack() {
    setChosen(undefined);
    declaring.reset();
  }
  function close() {
    setTyped('');
    goBack();
    props.onClose();
  }
  return (
    <Sheet open={props.open} onClose={close} busy={declaring.isPending} title={t`Country you live in`}>
      {chosen === undefined ? (
        <Choice typed={typed} onType={setTyped} correctionLeft={correctionLeft} onChoose={setChosen} onKeep={close} />
      ) : (
        <ConfirmCountry
          country={chosen}
          correctionLeft={correctionLeft}
          error={declaring.error}
          busy={declaring.isPending}
          onConfirm={() => declaring.mutate(chosen)}
          onBack={goBack}
        />
      )}
    </Sheet>
  );
}

function Choice(props: {
  typed: string;
  correctionLeft: number | undefined;
  onType: (typed: string) => void;
  onChoose: (country: AreaCode) => void;
  /** The declared country was chosen again. */
  onKeep: () => void;
}) {
  const { t } = useLingui();
  const { typed, onType } = props;
  const all = useMemo(() => listAreaCodes(), []);
  const found = searchAreaCodes(all, typed);
  const { data: preferences } = useQuery(preferencesQuery);
  const { country = null, countryFixedUntil = null, countryCorrectableUntil = null } = preferences ?? {};
  const until = countryFixedUntil === null ? undefined : formatDayAndYear(countryFixedUntil);
  // Where none can be chosen the others are no choice to look through.
  const listed = until === undefined ? found : all.filter(({ region }) => region === country);
  return (
    <>
      <p className="caption">
        <Trans>
          Bonuses and rewards are allowed only in some countries, so they need to know. Holding, receiving, sending and
          swapping work in every country.
        </Trans>
      </p>
      <Correction until={until} correctableUntil={countryCorrectableUntil} left={props.correctionLeft} />
      {until === undefined ? <CountrySearch value={typed} onType={onType} /> : null}
      <p className="visually-hidden" role="status">
        {typed === '' ? '' : t`${found.length} found`}
      </p>
      <ul className="area-codes countries">
        {listed.map((each) => (
          <li key={each.region}>
            <Country
              country={each}
              chosen={each.region === country}
              disabled={preferences === undefined || until !== undefined}
              onChoose={each.region === country ? props.onKeep : () => props.onChoose(each)}
            />
          </li>
        ))}
        {listed.length === 0 ? (
          <li className="list-none">
            <Trans>No country like this.</Trans>
          </li>
        ) : null}
      </ul>
    </>
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
function Correction(props: { until: string | undefined; correctableUntil: string | null; left: number | undefined }) {
  const { until, correctableUntil, left } = props;
  if (until !== undefined) {
    return (
      <Alert kind="info">
        <Trans>You can declare another country from {until} on.</Trans>
      </Alert>
    );
  }
  if (correctableUntil === null || left === undefined) return null;
  const time = formatDuration(left);
  return (
    <p className="caption">
      <Trans>You can correct it until {formatClock(correctableUntil)}.</Trans>{' '}
      <Trans>Time left to correct it: {time}</Trans>
    </p>
  );
}

function Country(props: { country: AreaCode; chosen: boolean; disabled: boolean; onChoose: () => void }) {
  const { name, flag } = props.country;
  return (
    <Row
      as="button"
      slim
      disabled={props.disabled}
      aria-pressed={props.chosen}
      start={<span aria-hidden="true">{flag}</span>}
      title={name}
      end={props.chosen ? <CheckIcon size="s" /> : undefined}
      onClick={props.onChoose}
    />
  );
}
