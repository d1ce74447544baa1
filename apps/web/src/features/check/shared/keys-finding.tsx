import { Trans } from '@lingui/react/macro';
import { formatDayAndYear } from '../../../shared/format-time.ts';
import type { KeyFinding, KeyFindings } from './check-keys.ts';
import { Finding } from './finding.tsx';

/** Whether the keys of the addresses that the newest statement names signed for the house that the person opened. */
export function KeysFinding({ keys }: { keys: KeyFindings }) {
  const findings = [...keys.values()];
  if (findings.some(({ state }) => state === 'wrong'))
    return <Finding state="wrong" title={<Trans>A signature of one of our addresses is wrong</Trans>} />;
  const elsewhere = findings.find(isOf('elsewhere'));
  if (elsewhere !== undefined) {
    const house = <bdi dir="ltr">{elsewhere.house}</bdi>;
    return <Finding state="wrong" title={<Trans>One of our addresses is signed for {house}, not for us</Trans>} />;
  }
  const newest = findings.filter(isOf('signed')).toSorted((one, other) => (one.day < other.day ? 1 : -1))[0];
  return newest === undefined ? null : (
    <Finding state="right" title={<Trans>Signed by the keys of our addresses</Trans>}>
      {formatDayAndYear(newest.day)}
    </Finding>
  );
}

function isOf<State extends KeyFinding['state']>(state: State) {
  return (finding: KeyFinding): finding is Extract<KeyFinding, { state: State }> => finding.state === state;
}
