import { Trans } from '@lingui/react/macro';
import type { RecordView } from '@tern/contracts/routes/records';
import type { ReactNode } from 'react';
import { isVoid } from '../../../shared/inside/records/record-rules.ts';
import '../../../shared/inside/records/record-row.css';

type VoidProps = { record: Pick<RecordView, 'status' | 'direction'> };

/** Strikes an amount through that came to nothing, unless it is `hidden` anyway. */
export function VoidMark(props: VoidProps & { hidden?: boolean; children: ReactNode }) {
  if (!isVoid(props.record) || props.hidden === true) return props.children;
  return <div className="record-void">{props.children}</div>;
}

/** Beside an amount that came to nothing: where the money is. */
export function VoidNote({ record }: VoidProps) {
  if (!isVoid(record)) return null;
  return (
    <p className="caption">
      {record.direction === 'out' ? (
        <Trans>Amount and fee are back in your balance</Trans>
      ) : (
        <Trans>Reversed by the network</Trans>
      )}
    </p>
  );
}
