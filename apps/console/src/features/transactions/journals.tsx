import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { JournalView } from '@tern/contracts/routes/console-transactions';
import { classNameOf } from '../../shared/book-names.ts';
import { formatUnits } from '../../shared/format.ts';
import { formatMoment } from '../../shared/format-time.ts';
import { useOperator } from '../../shared/operator.ts';
import { PersonLink } from './transaction-cells.tsx';
import { codeName } from '../../shared/flow-codes.ts';

/** Every journal of the books about a transaction, with what it debited and credited; the sums show that both sides agree. */
export function Journals({ journals }: { journals: readonly JournalView[] }) {
  return (
    <section className="panel">
      <h2>
        <Trans>Journals</Trans>
      </h2>
      {journals.length === 0 ? (
        <p className="ink-2">
          <Trans>Nothing was booked for it.</Trans>
        </p>
      ) : (
        journals.map((journal) => <Journal key={journal.id} journal={journal} />)
      )}
    </section>
  );
}

function Journal({ journal }: { journal: JournalView }) {
  const { i18n } = useLingui();
  const { id, kind, at, moved, lines, otherAccounts } = journal;
  const title = i18n._(codeName('journalKinds', kind));
  return (
    <div className="journal" id={`journal-${id}`}>
      <div className="journal-head">
        <h3>{title}</h3>
        <p className="ink-2">
          J-{id} · {formatMoment(at)}
        </p>
      </div>
      <table aria-label={`${title} J-${id}`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Account</Trans>
            </th>
            <th scope="col" className="end">
              <Trans>Debit</Trans>
            </th>
            <th scope="col" className="end">
              <Trans>Credit</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, row) => (
            <tr key={row}>
              <th scope="row">
                <Account line={line} />
              </th>
              <Side units={line.debit} assetId={line.assetId} />
              <Side units={line.credit} assetId={line.assetId} />
            </tr>
          ))}
        </tbody>
        {moved && otherAccounts === 0 ? <Sums lines={lines} /> : null}
      </table>
      {moved ? null : (
        <p className="ink-2">
          <Trans>Reserved or released only: no balance changed.</Trans>
        </p>
      )}
      {otherAccounts === 0 ? null : (
        <p className="ink-2">
          <Plural
            value={otherAccounts}
            one="and one account of another person"
            other="and # accounts of other people"
          />
        </p>
      )}
    </div>
  );
}

type Line = JournalView['lines'][number];

function Account({ line: { account, person } }: { line: Line }) {
  const { i18n } = useLingui();
  if (person === null) return i18n._(classNameOf(account));
  const who = <PersonLink person={person} />;
  return <Trans>person {who}</Trans>;
}

function Side({ units, assetId }: { units: string | null; assetId: string }) {
  const { assets } = useOperator();
  const asset = assets.find(({ id }) => id === assetId);
  return (
    <td className="end">
      {units === null ? null : (
        <bdi dir="ltr">
          {asset === undefined ? `${units} ${assetId}` : `${formatUnits(units, asset.decimals)} ${asset.symbol}`}
        </bdi>
      )}
    </td>
  );
}

/** One line for each asset. */
function Sums({ lines }: { lines: readonly Line[] }) {
  const { assets } = useOperator();
  const assetIds = [...new Set(lines.map(({ assetId }) => assetId))];
  const sumOf = (assetId: string, side: 'debit' | 'credit'): string =>
    String(lines.reduce((sum, line) => (line.assetId === assetId ? sum + BigInt(line[side] ?? '0') : sum), 0n));
  return (
    <tfoot>
      {assetIds.map((assetId) => (
        <tr key={assetId}>
          <th scope="row">
            <Trans>Sum, {assets.find(({ id }) => id === assetId)?.symbol ?? assetId}</Trans>
          </th>
          <Side units={sumOf(assetId, 'debit')} assetId={assetId} />
          <Side units={sumOf(assetId, 'credit')} assetId={assetId} />
        </tr>
      ))}
    </tfoot>
  );
}
