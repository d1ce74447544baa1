import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../shared/api.ts';
import { formatMoney, formatTime } from '../../shared/format.ts';
import { useOperator } from '../../shared/operator.ts';
import { NoteForm } from './note-form.tsx';

/** What the person sees, to look at and nothing else. They read in their account's history that it was done. */
export function ViewAs({ id }: { id: string }) {
  const { t } = useLingui();
  const { role, assets } = useOperator();
  const queries = useQueryClient();
  const look = useMutation({
    mutationFn: (note: string) => api.people.viewAs({ id, note }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['person', id] }),
  });
  return (
    <section className="panel panels">
      <h2>
        <Trans>As the person sees it</Trans>
      </h2>
      {look.data === undefined ? (
        <NoteForm
          label={t`Why you look`}
          action={<Trans>Look</Trans>}
          isAllowed={role === 'reviewer' || role === 'administrator'}
          sending={look}
        />
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
