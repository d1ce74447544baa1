import { useLingui } from '@lingui/react/macro';
import type { ChartRange } from '@tern/contracts/routes/home';
import { Segmented } from '@tern/ui/segmented';

/** How far back a chart reaches. */
export function RangeChoice(props: { value: ChartRange; onChoose: (range: ChartRange) => void }) {
  const { t } = useLingui();
  return (
    <Segmented<ChartRange>
      plain
      label={t`Chart period`}
      value={props.value}
      options={[
        { value: 'day', label: t`Day` },
        { value: 'week', label: t`Week` },
        { value: 'month', label: t`Month` },
        { value: 'year', label: t`Year` },
        { value: 'all', label: t`All` },
      ]}
      onChange={props.onChoose}
    />
  );
}
