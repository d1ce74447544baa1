import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { formatMoney, formatTime } from '../../shared/format.ts';
import { useOperator } from '../../shared/operator.ts';
import { problemText } from '../../shared/problem-texts.ts';

/** What the person sees, to look at and nothing else. They read in their account's history that it was done. */
export function ViewAs({ id }: { id: string }) {
  const { t } = useLingui();
  const { role, assets } = useOperator();
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const look = useMutation({
    mutationFn: () => api.people.viewAs({ id, note: note.trim() }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['person', id] }),
  });
  const may = role === 'reviewer' || role === 'administrator';
  return (
    <section className="panel panels">
      <h2>
        <Trans>As the person sees it</Trans>
      </h2>
      {look.data === undefined ? (
        <div className="signed">
          <input
            className="input"
            aria-label={t`Why you look`}
            placeholder={t`Why you look`}
            value={note}
            maxLength={400}
            onChange={({ target }) => setNote(target.value)}
          />
          <Button
            kind="quiet"
            disabled={!may || note.trim().length < 3}
            busy={look.isPending}
            onClick={() => look.mutate()}
          >
            <Trans>Look</Trans>
          </Button>
          {may ? null : (
            <small className="ink-2">
              <Trans>not for your role</Trans>
            </small>
          )}
          {look.isError ? (
            <small role="alert" className="danger">
              {problemText(look.error)}
            </small>
          ) : null}
        </div>
      ) : (
        <>
          <p role="status" className="check-warning">
            <Trans>Only to look at: nothing can be done in somebody’s name. The person reads that you looked.</Trans>
          </p>
          <table>
            <tbody>
              {look.data.records.map((record) => (
                <tr key={record.id}>
                  <td>{formatTime(record.at)}</td>
                  <td>{record.type}</td>
                  <td className="end number">{formatMoney(record.amount, record.assetId, assets)}</td>
                  <td>{record.status}</td>
                </tr>
              ))}
              {look.data.messages.map((message) => (
                <tr key={message.id}>
                  <td>{formatTime(message.at)}</td>
                  <td>
                    <Trans>message</Trans>
                  </td>
                  <td>{message.event}</td>
                  <td>{message.read ? t`read` : t`not read`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}
