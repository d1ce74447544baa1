import { Trans } from '@lingui/react/macro';
import { ShownOnce } from '../../shared/shown-once.tsx';

/** What one of the two who invite somebody gives to that person: the proposer a code, the approver a link. */
export type Half = { readonly kind: 'code' | 'link'; readonly name: string; readonly value: string };

/** Shown once: the server keeps only its hash. */
export function InvitationHalf({ half, onClose }: { half: Half; onClose: () => void }) {
  const { kind, name, value } = half;
  return (
    <ShownOnce value={value} onClose={onClose}>
      {kind === 'code' ? (
        <Trans>
          <strong>Give this code to {name} yourself.</strong> It is shown only now. They need it together with the link
          that the second administrator gets on approving.
        </Trans>
      ) : (
        <Trans>
          <strong>Send this link to {name}.</strong> It is shown only now, works once and expires in 24 hours. They also
          need the code that the first administrator has.
        </Trans>
      )}
    </ShownOnce>
  );
}
