import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { Alert } from '@tern/ui/notice';
import { Sheet } from '@tern/ui/sheet';
import { TextField } from '@tern/ui/text-field';
import { useState } from 'react';
import type { NodeFinding } from './ask-node.ts';
import { readChosenNode, readNodeAddress } from './node-address.ts';

/** Lets the person choose a Tron node that this device asks by itself, and says what that takes. */
export function NodeSheet(props: {
  open: boolean;
  onClose: () => void;
  busy: boolean;
  finding: NodeFinding | undefined;
  onAsk: (url: string) => void;
}) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(readChosenNode);
  const [isRefused, setRefused] = useState(false);
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t`Read it from a node`}>
      <form
        className="stack gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const url = readNodeAddress(typed);
          setRefused(url === undefined);
          if (url !== undefined) props.onAsk(url);
        }}
      >
        <p className="ink-2">
          <Trans>
            Your device asks a Tron node of your choice, without us in between. Choose one that is not ours. Whoever
            runs it sees your internet address and which transaction you ask for, and could answer wrongly.
          </Trans>
        </p>
        <TextField
          label={t`Address of the node`}
          ltr
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          placeholder="https://"
          value={typed}
          error={isRefused ? t`Enter an address that begins with https://` : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        {props.finding === undefined || props.busy ? null : <NodeAlert {...props.finding} />}
        <Button type="submit" busy={props.busy} disabled={typed.trim() === ''}>
          <Trans>Read it from a node</Trans>
        </Button>
      </form>
    </Sheet>
  );
}

/** What asking came to where it did not show the anchor, and what to do. */
function NodeAlert({ host, what }: NodeFinding) {
  const name = <bdi dir="ltr">{host}</bdi>;
  switch (what) {
    case 'right':
      return null;
    case 'other':
      return (
        <Alert kind="danger" announce correctable>
          <Trans>
            {name} shows another transaction there. Ask a second node. If it shows the same, take a screenshot, and tell
            us and others what you found.
          </Trans>
        </Alert>
      );
    case 'unsigned':
      return (
        <Alert kind="danger" announce correctable>
          <Trans>
            {name} shows it without our signature. Ask a second node. If it shows the same, take a screenshot, and tell
            us and others what you found.
          </Trans>
        </Alert>
      );
    case 'unknown':
      return (
        <Alert kind="info" announce>
          <Trans>{name} doesn’t know this transaction yet. Try again in a few minutes, or ask another node.</Trans>
        </Alert>
      );
    case 'refused':
      return (
        <Alert kind="info" announce>
          <Trans>{name} didn’t answer as a Tron node does. Check the address, or ask another node.</Trans>
        </Alert>
      );
    case 'unreachable':
      return (
        <Alert kind="info" announce>
          <Trans>
            {name} can’t be reached, or lets no web page read its answer. This says nothing about your money. Try
            another node.
          </Trans>
        </Alert>
      );
  }
}
