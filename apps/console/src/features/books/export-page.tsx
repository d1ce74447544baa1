import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { DownloadIcon } from '@tern/ui/inside-icons';
import { useState } from 'react';
import { Refusal } from '../../shared/refusal.tsx';
import { saveBlob } from '../../shared/save-file.ts';
import { AuditFiles } from './audit-files.tsx';
import { BooksFrame } from './books-frame.tsx';
import { CountNow } from './count-now.tsx';
import { downloadJournals } from './download-journals.ts';
import { lastDays, PeriodFields } from '../../shared/period-form.tsx';
import type { JournalFormat } from './split-journals.ts';

/** Journals of a period as a file for bookkeeping. */
export function ExportPage() {
  const { t, i18n } = useLingui();
  const period = lastDays();
  const [bytes, setBytes] = useState(0);
  const download = useMutation({
    mutationFn: (said: Parameters<typeof downloadJournals>[0]) => downloadJournals(said, setBytes),
    onMutate: () => setBytes(0),
    onSuccess: ({ name, file }) => saveBlob(name, file),
  });
  const size = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
  return (
    <BooksFrame>
      <section className="panel books-document">
        <h2>
          <Trans>Journals as a file</Trans>
        </h2>
        <p className="books-purpose">
          <Trans>
            Every journal of the period with its legs, in the order in which they were posted. The last hour is left
            out, because a journal of that time may still be on its way. That you took the file stands in the log.
          </Trans>
        </p>
        <form
          className="period-form"
          onSubmit={(event) => {
            event.preventDefault();
            const given = new FormData(event.currentTarget);
            const text = (name: string): string => {
              const value = given.get(name);
              return typeof value === 'string' ? value : '';
            };
            const format: JournalFormat = text('format') === 'jsonl' ? 'jsonl' : 'csv';
            download.mutate({ from: text('from'), to: text('to'), format });
          }}
        >
          <PeriodFields period={period} />
          <label>
            <Trans>Format</Trans>
            <select name="format">
              <option value="csv">{t`CSV, one line for each leg`}</option>
              <option value="jsonl">{t`JSON lines, one line for each journal`}</option>
            </select>
          </label>
          <Button type="submit" busy={download.isPending}>
            <DownloadIcon size="s" />
            <Trans>Download</Trans>
          </Button>
        </form>
        <p role="status" className="ink-2">
          {download.isPending && bytes > 0 ? <Trans>{size.format(bytes / 1000)} so far</Trans> : null}
          {download.data === undefined || download.isPending ? null : (
            <Trans>
              {download.data.name}: {size.format(download.data.file.size / 1000)}
            </Trans>
          )}
        </p>
        <Refusal error={download.error} />
      </section>
      <AuditFiles />
      <CountNow />
    </BooksFrame>
  );
}
