import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { useState } from 'react';
import { problemText } from '../../../shared/problem-texts.ts';
import type { Problem } from '../../../shared/problem.ts';
import { DigitsEntry } from '../../../shared/digits-entry.tsx';
import { StepHead } from '../shared/step-head.tsx';
import { findWeakness, type Weakness } from './weak-trade-password.ts';

const weaknessTexts: Record<Weakness, MessageDescriptor> = {
  repeated: msg`Repeated digits are easy to guess. Choose other digits.`,
  run: msg`Sequences are easy to guess. Choose other digits.`,
  date: msg`This could be a date, and dates are easy to guess. Choose other digits.`,
};
const differentText = msg`The two passwords do not match`;

/** Six digits, then the same again. */
export function ChooseDigits(props: { refused: Problem | undefined; onChosen: (digits: string) => void }) {
  const { t, i18n } = useLingui();
  const [first, setFirst] = useState<string>();
  const [digits, setDigits] = useState('');
  const [fault, setFault] = useState<MessageDescriptor>();
  const error = fault ? i18n._(fault) : digits === '' && props.refused ? problemText(props.refused) : undefined;

  function type(given: string) {
    if (given !== '') setFault(undefined);
    setDigits(given);
  }
  function start() {
    setFirst(undefined);
    setDigits('');
    setFault(undefined);
  }
  function complete(given: string) {
    setDigits('');
    if (first === undefined) {
      const weakness = findWeakness(given);
      if (weakness === undefined) setFirst(given);
      else setFault(weaknessTexts[weakness]);
    } else if (first === given) props.onChosen(given);
    else setFault(differentText);
  }

  return first === undefined ? (
    <>
      <StepHead step={1} total={3} title={<Trans>Choose six digits</Trans>}>
        <p>
          <Trans>
            You enter them before every transfer. Avoid codes that are easy to guess, and don’t share them with anyone.
          </Trans>
        </p>
      </StepHead>
      <div className="factors-keys">
        <DigitsEntry label={t`New trade password`} value={digits} error={error} onChange={type} onComplete={complete} />
      </div>
    </>
  ) : (
    <>
      <StepHead step={2} total={3} title={<Trans>Enter them again</Trans>}>
        <p>
          <Trans>So that a typo doesn’t lock you out.</Trans>
        </p>
      </StepHead>
      <div className="factors-keys">
        <DigitsEntry
          label={t`Confirm trade password`}
          value={digits}
          error={error}
          onChange={type}
          onComplete={complete}
        />
      </div>
      <Button kind="text" block onClick={start}>
        <Trans>Choose other digits</Trans>
      </Button>
    </>
  );
}
