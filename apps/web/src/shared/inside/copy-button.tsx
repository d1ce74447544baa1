import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@tern/ui/icon-button';
import { CopyIcon } from '@tern/ui/inside-icons';
import { showToast } from '@tern/ui/toast';
import { copyText } from '../copy-text.ts';

/** Copies `text`; `label` says what is copied, `done` what to read afterwards. */
export function CopyButton(props: { text: string; label: string; done: string }) {
  const { t } = useLingui();
  return (
    <IconButton label={props.label} onClick={() => void copyAndTell(props.text, props.done, t`Copying failed`)}>
      <CopyIcon size="s" />
    </IconButton>
  );
}

/** Copies and says in a toast whether it worked. */
export async function copyAndTell(text: string, done: string, failed: string) {
  if (await copyText(text)) showToast(done);
  else showToast(failed, 'info');
}
