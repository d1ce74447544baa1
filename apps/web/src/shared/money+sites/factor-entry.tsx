import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Chip } from '@tern/ui/chip';
import { CodeBoxes } from '@tern/ui/code-boxes';
import { CheckIcon } from '@tern/ui/icons';
import { Keypad } from '@tern/ui/keypad';
import { showToast } from '@tern/ui/toast';
import { useEffect, useRef, type ReactNode } from 'react';
import { CodeTimeLeft } from '../money+safety+sites/code-time-left.tsx';
import { FactorsLostLink } from '../factors-lost-link.tsx';
import './factor-entry.css';

/** Digits that a trade password and a code have. */
export const factorLength = 6;

/** What was entered of both factors so far. */
export type EnteredFactors = { tradePassword: string; authenticatorCode: string };

/** Trade password and authenticator code on the wallet's own keys, one after the other. Real keys work as well. */
export function FactorEntry(props: {
  factors: EnteredFactors;
  asksCode: boolean;
  /** Nothing can be entered now. */
  disabled: boolean;
  errorOf: (name: keyof EnteredFactors) => string | undefined;
  onChange: (changes: Partial<EnteredFactors>) => void;
  /** Stands between the boxes and the keys. */
  children?: ReactNode;
}) {
  const { factors, disabled, errorOf, onChange } = props;
  const asked = factors.tradePassword.length < factorLength ? 'tradePassword' : 'authenticatorCode';
  function erase(left: (text: string) => string) {
    const filled = factors.authenticatorCode === '' ? 'tradePassword' : 'authenticatorCode';
    onChange({ [filled]: left(factors[filled]) });
  }
  return (
    <>
      <PasswordBoxes
        value={factors.tradePassword}
        isAsked={asked === 'tradePassword' && !disabled}
        disabled={disabled}
        error={errorOf('tradePassword')}
        onChange={(tradePassword) => onChange({ tradePassword })}
      />
      {props.asksCode ? (
        <CodeOfApp
          value={factors.authenticatorCode}
          isAsked={asked === 'authenticatorCode' && !disabled}
          disabled={disabled}
          error={errorOf('authenticatorCode')}
          onChange={(authenticatorCode) => onChange({ authenticatorCode })}
        />
      ) : null}
      {props.children}
      <Keypad
        disabled={disabled}
        onDigit={(digit) => onChange({ [asked]: (factors[asked] + digit).slice(0, factorLength) })}
        onDelete={() => erase((text) => text.slice(0, -1))}
        onClear={() => erase(() => '')}
      />
      {asked === 'authenticatorCode' && !disabled ? <FactorsLostLink /> : null}
    </>
  );
}

type BoxesProps = {
  value: string;
  /** The way on is by the keys below, so readers and real keys must be in the field that they fill. */
  isAsked: boolean;
  disabled: boolean;
  error: string | undefined;
  onChange: (typed: string) => void;
};

function useFocusWhenAsked(isAsked: boolean) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isAsked) input.current?.focus({ preventScroll: true });
  }, [isAsked]);
  return input;
}

function PasswordBoxes({ isAsked, ...boxes }: BoxesProps) {
  const { t } = useLingui();
  const input = useFocusWhenAsked(isAsked);
  const isFull = boxes.value.length === factorLength;
  return (
    <CodeBoxes
      {...boxes}
      label={t`Trade password`}
      labelEnd={
        isFull ? (
          <Chip kind="positive" icon={<CheckIcon size="xs" />}>
            <Trans>6 of 6</Trans>
          </Chip>
        ) : undefined
      }
      masked
      keyboard="none"
      settled={isFull}
      inputRef={input}
    />
  );
}

function CodeOfApp({ isAsked, ...boxes }: BoxesProps) {
  const { t } = useLingui();
  const input = useFocusWhenAsked(isAsked);
  async function paste() {
    try {
      const text = await navigator.clipboard.readText();
      const code = text.normalize('NFKC').replace(/\D/g, '');
      if (code.length === factorLength) boxes.onChange(code);
      else showToast(t`What was copied is not a code of six digits`, 'info');
    } catch {
      input.current?.focus();
    }
  }
  return (
    <CodeBoxes
      {...boxes}
      label={t`Authenticator code`}
      labelEnd={
        <span className="cluster wrap gap-3 factor-label-end">
          {'clipboard' in navigator ? (
            <Button kind="text" small onClick={() => void paste()}>
              <Trans>Paste</Trans>
            </Button>
          ) : null}
          <CodeTimeLeft />
        </span>
      }
      keyboard="none"
      inputRef={input}
      hint={<Trans>From your authenticator app. Each code works once.</Trans>}
    />
  );
}
