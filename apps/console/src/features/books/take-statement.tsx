import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { DownloadIcon } from '@tern/ui/inside-icons';
import { useState } from 'react';
import { Refusal } from '../../shared/refusal.tsx';
import { takeFile } from './fetch-file.ts';
import type { Period } from '../../shared/period-form.tsx';

type Format = 'pdf' | 'csv';

/** A statement as a file. The log keeps who took it and why; the name stands on the paper alone. */
export function TakeStatement({ person, period }: { person: string; period: Period }) {
  const { t, i18n } = useLingui();
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const take = useMutation({
    mutationFn: (format: Format) => {
      const language = i18n.locale === 'zh-Hans' ? 'zh-Hans' : 'en';
      const said = { person, ...period, format, language, note, ...(name.trim() === '' ? {} : { name }) };
      return takeFile('/books/statement/export', said);
    },
  });
  const button = (format: Format, label: string) => (
    <Button
      kind="quiet"
      busy={take.isPending && take.variables === format}
      disabled={note.trim().length < 3 || take.isPending}
      onClick={() => take.mutate(format)}
    >
      <DownloadIcon size="s" />
      {label}
    </Button>
  );
  return (
    <section className="panel books-asset">
      <h2>
        <Trans>Hand over as a file</Trans>
      </h2>
      <div className="period-form">
        <label className="books-wide">
          <Trans>Made out to (optional)</Trans>
          <input className="input" value={name} maxLength={80} onChange={({ target }) => setName(target.value)} />
        </label>
        <label className="books-wide">
          <Trans>Why; it stands in the log</Trans>
          <input className="input" value={note} maxLength={400} onChange={({ target }) => setNote(target.value)} />
        </label>
        {button('pdf', t`PDF`)}
        {button('csv', t`CSV`)}
      </div>
      <p role="status" className="ink-2">
        {take.data === undefined ? null : <Trans>{take.data} was handed to your browser.</Trans>}
      </p>
      <Refusal error={take.error} />
    </section>
  );
}
