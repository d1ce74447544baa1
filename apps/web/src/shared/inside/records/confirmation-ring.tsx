import { useLingui } from '@lingui/react/macro';
import type { RecordView } from '@tern/contracts/routes/records';
import { Ring } from '@tern/ui/ring';
import type { ReactNode } from 'react';

/** How many of the confirmations are there. `children` stand below the count, `picture` in its place. */
export function ConfirmationRing(props: {
  confirmations: NonNullable<RecordView['confirmations']>;
  small?: boolean;
  picture?: ReactNode;
  children?: ReactNode;
}) {
  const { t } = useLingui();
  const { confirmations } = props;
  return (
    <Ring
      small={props.small === true}
      done={confirmations.seen}
      total={confirmations.required}
      label={t`${confirmations.seen} of ${confirmations.required} confirmed`}
    >
      {props.picture ?? (
        <bdi dir="ltr" className="ring-count">
          {confirmations.seen}
        </bdi>
      )}
      {props.children}
    </Ring>
  );
}
