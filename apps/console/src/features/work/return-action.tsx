import { useLingui } from '@lingui/react/macro';
import type { QuarantineView } from '@tern/contracts/routes/console-work';
import { useState } from 'react';
import { HouseAction } from './steps.tsx';

/** Sends what is in suspense back to the address it came from, once two operators have said so. */
export function ReturnAction({ id }: { id: QuarantineView['suspense'][number]['id'] }) {
  const { t } = useLingui();
  const [despite, setDespite] = useState(false);
  return (
    <div className="signed">
      <HouseAction
        label={t`Return money`}
        kind="danger"
        noteLabel={t`Who asked for it`}
        said={(note) => ({ step: 'return-suspense', id, despiteWarnings: despite, note })}
      />
      <label className="signed">
        <input type="checkbox" checked={despite} onChange={({ target }) => setDespite(target.checked)} />
        <small className="ink-2">{t`despite a warning`}</small>
      </label>
    </div>
  );
}
