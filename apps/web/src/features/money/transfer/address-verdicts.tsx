import { Trans } from '@lingui/react/macro';
import type { VerdictView } from '@tern/contracts/routes/transfers';
import { Checkbox } from '@tern/ui/checkbox';
import { Chip } from '@tern/ui/chip';
import { CircleCheckIcon } from '@tern/ui/icons';
import { Alert } from '@tern/ui/notice';
import { LookAlike } from './look-alike.tsx';
import { asksForTick, type AddressReport, type TransferForm } from './transfer-form.ts';
import { verdictText } from './verdict-texts.ts';

/** What is known about the receive address, hardest first, with what the person has to decide. */
export function AddressVerdicts(props: {
  report: AddressReport;
  form: Pick<TransferForm, 'keptAddress' | 'acceptedAddress'>;
  onUseKnown: (address: string) => void;
  onKeep: () => void;
  onAccept: (accepted: boolean) => void;
}) {
  const { report, form } = props;
  const lookAlike = report.verdicts.find(({ code }) => code === 'looks-like-known');
  const isChosen = form.keptAddress === report.address;
  const warnings = report.verdicts.filter(
    ({ code, severity }) => severity === 'warning' && code !== 'looks-like-known',
  );
  const infos = report.verdicts.filter(({ code, severity }) => severity === 'info' && code !== 'in-address-book');
  const listed = report.verdicts.find(({ code }) => code === 'in-address-book');
  return (
    <>
      {report.sentTo === null ? null : (
        <p>
          <bdi className="body-strong">{report.sentTo.name}</bdi>
        </p>
      )}
      {listed?.knownLabel ? (
        <p className="cluster">
          <Chip kind="positive" icon={<CircleCheckIcon size="xs" />}>
            <bdi>{listed.knownLabel}</bdi>
          </Chip>
          <span className="caption">{verdictText('in-address-book')}</span>
        </p>
      ) : null}
      {lookAlike?.knownAddress ? (
        <LookAlike
          entered={report.address}
          known={lookAlike.knownAddress}
          knownLabel={lookAlike.knownLabel}
          isKept={isChosen}
          onUseKnown={props.onUseKnown}
          onKeep={props.onKeep}
        />
      ) : null}
      {warnings.length > 0 && (lookAlike === undefined || isChosen) ? (
        <Alert kind="warning" announce>
          <div className="stack gap-2">
            <Texts verdicts={warnings} />
            {asksForTick(report) ? (
              <Checkbox checked={form.acceptedAddress === report.address} onChange={props.onAccept}>
                <Trans>I have checked the address and want to send there.</Trans>
              </Checkbox>
            ) : null}
          </div>
        </Alert>
      ) : null}
      {infos.length > 0 ? (
        <Alert kind="info">
          <Texts verdicts={infos} />
        </Alert>
      ) : null}
    </>
  );
}

function Texts(props: { verdicts: readonly VerdictView[] }) {
  return props.verdicts.map(({ code }) => <p key={code}>{verdictText(code)}</p>);
}
