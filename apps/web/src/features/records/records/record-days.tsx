import { Trans } from '@lingui/react/macro';
import type { InstallationView } from '@tern/contracts/routes/installation';
import type { RecordView } from '@tern/contracts/routes/records';
import { formatDay, formatDayAndYear } from '../../../shared/format-time.ts';
import { getAsset } from '../../../shared/get-asset.ts';
import { groupByDay, type Day } from './group-by-day.ts';
import { RecordRow } from '../../../shared/inside/records/record-row.tsx';

/** The records under the day they are from. */
export function RecordDays(props: {
  records: readonly RecordView[];
  /** When they were read: what "today" means. */
  readAtMs: number;
  installation: InstallationView;
}) {
  return (
    <div className="stack gap-4">
      {groupByDay(props.records, new Date(props.readAtMs)).map((day) => (
        <section key={day.key} className="stack records-day-list">
          <h2 className="records-day">
            <DayName day={day} />
          </h2>
          <ul>
            {day.items.map((record) => (
              <li key={record.id} className="records-item">
                <RecordRow record={record} asset={getAsset(props.installation, record.assetId)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function DayName({ day }: { day: Day<unknown> }) {
  if (day.name === 'today') return <Trans>Today</Trans>;
  if (day.name === 'yesterday') return <Trans>Yesterday</Trans>;
  return day.name === 'this-year' ? formatDay(day.iso) : formatDayAndYear(day.iso);
}
