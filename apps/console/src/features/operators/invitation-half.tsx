import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { ShownOnce } from '../../shared/shown-once.tsx';

/** What one of the two who invite somebody gives to that person: the proposer a code, the approver a link. */
export type Half = { readonly kind: 'code' | 'link'; readonly name: string; readonly value: string };

type Kept = {
  readonly halves: readonly Half[];
  readonly keep: (half: Half) => void;
  readonly drop: (half: Half) => void;
};

/** Halves that are on the page. Each is shown once: none goes before somebody says that it was passed on. */
export function useHalves(): Kept {
  const [halves, setHalves] = useState<readonly Half[]>([]);
  return {
    halves,
    keep: (half) => setHalves((kept) => [...kept, half]),
    drop: (half) => setHalves((kept) => kept.filter((each) => each !== half)),
  };
}

export function Halves({ halves, drop }: Kept) {
  return halves.map((half) => (
    <InvitationHalf key={`${half.kind} ${half.value}`} half={half} onClose={() => drop(half)} />
  ));
}

/** Shown once: the server keeps only its hash. */
function InvitationHalf({ half, onClose }: { half: Half; onClose: () => void }) {
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
