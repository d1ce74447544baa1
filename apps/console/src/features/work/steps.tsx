import type { HouseStep, PayoutStep } from '@tern/contracts/routes/console-work';
import type { ReactNode } from 'react';
import { api } from '../../shared/api.ts';
import { SignedAction } from '../../shared/signed.tsx';

type Common = {
  readonly label: ReactNode;
  readonly kind?: 'primary' | 'quiet' | 'danger';
  readonly noteLabel?: string;
};

/** A step about a payment that does not go on. */
export function PayoutAction({ said, ...rest }: Common & { said: (note: string) => PayoutStep }) {
  return (
    <SignedAction
      {...rest}
      roles={['reviewer', 'treasurer']}
      ask={(note) => api.work.askPayoutStep(said(note))}
      take={async (note, _more, proof) => (await api.work.takePayoutStep({ said: said(note), proof })).outcome}
    />
  );
}

/** A step about the house's money or about what came in. */
export function HouseAction({
  said,
  ...rest
}: Common & { said: (note: string, more: string) => HouseStep; more?: { readonly label: string } }) {
  return (
    <SignedAction
      {...rest}
      roles={['treasurer']}
      ask={(note, more) => api.work.askHouseStep(said(note, more))}
      take={async (note, more, proof) => (await api.work.takeHouseStep({ said: said(note, more), proof })).outcome}
    />
  );
}
