import { Trans, useLingui } from '@lingui/react/macro';
import { parseAddress, parseScan } from '@tern/tron/browser';
import { FullAddress } from '@tern/ui/address';
import { Button } from '@tern/ui/button';
import { classNames } from '@tern/ui/class-names';
import { Field } from '@tern/ui/field';
import { IconButton } from '@tern/ui/icon-button';
import { XIcon } from '@tern/ui/icons';
import { BookUserIcon } from '@tern/ui/inside-icons';
import { showToast } from '@tern/ui/toast';
import { useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { connectPathOf } from '../../../shared/connect-path.ts';

/** What came in by one paste: an address, perhaps with the amount a payment link asks for. */
export type Pasted = { address: string; amount: string | undefined };

/** The receive address. Complete and left alone, it is shown in full, in groups; while typing it is plain text. */
export function AddressField(props: {
  value: string;
  error: ReactNode;
  /** The error may pass with the next character: it is shown when the field is left. */
  errorWaits: boolean;
  hint: ReactNode;
  warning: boolean;
  onType: (text: string, byPerson: boolean) => void;
  onPaste: (pasted: Pasted) => void;
  onOpenBook: () => void;
}) {
  const { t } = useLingui();
  const input = useRef<HTMLTextAreaElement>(null);
  const [focused, setFocused] = useState(false);
  const drawn = !focused && 'address' in parseAddress(props.value);
  const { take, takeCopied } = usePasted(props.onPaste, () => input.current?.focus());
  const canPaste = 'clipboard' in navigator && 'readText' in navigator.clipboard;

  return (
    <Field
      label={t`To`}
      labelEnd={
        canPaste && props.value === '' ? (
          <Button kind="text" small className="transfer-label-button" onClick={() => void takeCopied()}>
            <Trans>Paste</Trans>
          </Button>
        ) : undefined
      }
      error={focused && props.errorWaits ? undefined : props.error}
      hint={props.hint}
    >
      {(control) => (
        <div className={classNames('control transfer-address', props.warning && 'control-warning')}>
          <div className="transfer-address-box">
            <textarea
              {...control}
              ref={input}
              name="to"
              rows={1}
              dir="ltr"
              className={classNames(drawn && 'transfer-address-hidden')}
              placeholder={t`Address, phone or e-mail`}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="next"
              translate="no"
              value={props.value}
              onFocus={() => setFocused(true)}
              onBlur={() => setFocused(false)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.preventDefault();
              }}
              onPaste={(event) => {
                event.preventDefault();
                take(event.clipboardData.getData('text'));
              }}
              onChange={(event) => props.onType(event.target.value.replace(/\s/g, ''), event.nativeEvent.isTrusted)}
            />
            {drawn ? (
              <span className="transfer-address-drawn" aria-hidden="true">
                <FullAddress address={props.value} />
              </span>
            ) : null}
          </div>
          {props.value === '' ? (
            <IconButton label={t`Address book`} onClick={props.onOpenBook}>
              <BookUserIcon size="s" />
            </IconButton>
          ) : (
            <IconButton
              label={t`Clear the address`}
              onClick={() => {
                props.onType('', true);
                input.current?.focus();
              }}
            >
              <XIcon size="s" />
            </IconButton>
          )}
        </div>
      )}
    </Field>
  );
}

/** Takes what was pasted; a link of a site is no receiver, and leads to where sites are connected. */
function usePasted(onPaste: (pasted: Pasted) => void, focus: () => void) {
  const { t } = useLingui();
  const navigate = useNavigate();
  function take(text: string) {
    const scan = parseScan(text, { ownOrigin: location.origin });
    if (scan.kind === 'wallet-connect') void navigate(connectPathOf(scan.uri));
    else onPaste(readPasted(text, scan));
  }
  async function takeCopied() {
    try {
      take(await navigator.clipboard.readText());
    } catch {
      // The browser may not hand it out; the person's own paste always works.
      showToast(t`Press and hold in the field to paste`, 'info');
      focus();
    }
  }
  return { take, takeCopied };
}

/** Understands payment links too; any other text is taken as it is, so that the fault can be named. */
function readPasted(text: string, scan: ReturnType<typeof parseScan>): Pasted {
  if (scan.kind === 'payment') return { address: scan.address, amount: scan.amount };
  return { address: text.replace(/\s/g, '').slice(0, 200), amount: undefined };
}
