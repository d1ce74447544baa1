import { Trans, useLingui } from '@lingui/react/macro';
import type { FreezeReason } from '@tern/contracts/problems/transfers';
import { freezeDaysMax, type PersonView } from '@tern/contracts/routes/console-people';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { KindField } from '../../shared/fields.tsx';
import { freezeReasons } from '../../shared/reason-names.ts';
import { SignedAction } from '../../shared/signed.tsx';
import { useStopText } from '../../shared/stops.tsx';

const freezeReasonIds = Object.keys(freezeReasons) as FreezeReason[];
const dayChoices = [1, 3, 7, 14, freezeDaysMax];

/** Putting an account on hold, for a reason of the list and with an end; and taking it off. */
export function Hold(props: {
  person: Pick<PersonView, 'id' | 'stops'>;
  /** Why this operator decides nothing about it. */
  blocked: string | undefined;
}) {
  const { id, stops } = props.person;
  const { t, i18n } = useLingui();
  const tell = useStopText();
  const [reason, setReason] = useState<FreezeReason>('security');
  const [days, setDays] = useState('3');
  const freeze = stops.find(({ kind }) => kind === 'account-frozen');
  if (freeze !== undefined) {
    return (
      <div className="panels">
        <p className="check-warning">
          <Trans>{tell(freeze)}. It ends by itself.</Trans>
        </p>
        <SignedAction
          key="free"
          label={t`End the hold now`}
          roles={['reviewer', 'administrator']}
          blocked={props.blocked}
          noteLabel={t`Why`}
          ask={(note) => api.people.askHold({ to: 'free', id, note })}
          take={async (note, _more, proof) => {
            await api.people.hold({ said: { to: 'free', id, note }, proof });
            return 'done';
          }}
        />
      </div>
    );
  }
  const length = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  const said = (note: string) => ({ to: 'frozen', id, reason, days: Number(days), note }) as const;
  return (
    <div className="signed">
      <KindField
        label={t`Reason of the hold`}
        value={reason}
        choices={freezeReasonIds.map((each) => [each, i18n._(freezeReasons[each])])}
        onChange={setReason}
      />
      <KindField
        label={t`How long`}
        value={days}
        choices={dayChoices.map((each) => [String(each), length.format(each)])}
        onChange={setDays}
      />
      <SignedAction
        key="frozen"
        label={t`Put on hold`}
        kind="danger"
        roles={['reviewer', 'administrator']}
        blocked={props.blocked}
        noteLabel={t`Why, for other operators`}
        ask={(note) => api.people.askHold(said(note))}
        take={async (note, _more, proof) => {
          await api.people.hold({ said: said(note), proof });
          return 'done';
        }}
      />
    </div>
  );
}
