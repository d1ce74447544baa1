import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ConnectionRequestView } from '@tern/contracts/routes/wallet-connections';
import { Button } from '@tern/ui/button';
import { Card } from '@tern/ui/card';
import { Alert } from '@tern/ui/notice';
import { useState } from 'react';
import { Host } from '../../../shared/inside/host.tsx';
import { problemText } from '../../../shared/problem-texts.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { useArePaused } from '../shared/paused-note.tsx';
import { RefuseButton } from '../shared/refuse-button.tsx';
import { SiteHead } from '../shared/site-head.tsx';
import { SiteRefusal } from '../shared/site-refusal.tsx';
import { findOtherHost } from './find-other-host.ts';
import { RequestFacts } from './request-facts.tsx';
import { RequestFrame } from './request-frame.tsx';
import { SignSheet } from './sign-sheet.tsx';
import { splitMessage, type MessagePart } from './split-message.ts';
import { useTurningDown } from './use-turning-down.ts';

/** The whole text that a site wants signed, with everything that could deceive about it; signed with both factors. */
export function ShownText(props: { title: string; request: ConnectionRequestView; text: string }) {
  const { title, request, text } = props;
  const { site } = request;
  const { data: account } = useQuery(accountQuery);
  const [isSigning, setSigning] = useState(false);
  const turning = useTurningDown(request.id);
  const arePaused = useArePaused();
  const parts = splitMessage(text);
  const hiddenCount = parts.reduce((sum, part) => (part.kind === 'hidden' ? sum + [...part.text].length : sum), 0);
  const otherHost = findOtherHost(text, site.host);
  const isDoubtful = hiddenCount > 0 || otherHost !== undefined;
  const hold = account?.hold ?? null;
  const sign = (
    <Button
      key="sign"
      block
      kind={isDoubtful ? 'quiet' : 'primary'}
      needsConnection
      disabled={hold !== null || arePaused}
      onClick={() => setSigning(true)}
    >
      <Trans>Sign with trade password and code</Trans>
    </Button>
  );
  const refuse = (
    <RefuseButton key="refuse" isAdvised={isDoubtful} busy={turning.isPending} onRefuse={() => turning.mutate({})} />
  );
  return (
    <RequestFrame
      title={title}
      foot={
        <>
          <SiteRefusal error={turning.error} />
          {isDoubtful ? [refuse, sign] : [sign, refuse]}
        </>
      }
    >
      <SiteHead site={site}>
        <Trans>This site asks you to sign a text. Signing moves no money.</Trans>
      </SiteHead>
      {otherHost === undefined ? null : <OtherHost named={otherHost} asks={site.host} />}
      <WholeText parts={parts} length={[...text].length} />
      {hiddenCount === 0 ? null : <HiddenCharacters count={hiddenCount} />}
      <RequestFacts request={request} />
      {hold === null ? null : (
        <Alert kind="info">{problemText({ code: 'SIGNING_HELD', data: { until: hold.until } })}</Alert>
      )}
      <SignSheet
        id={request.id}
        host={site.host}
        text={text}
        open={isSigning && hold === null}
        onClose={() => setSigning(false)}
      />
    </RequestFrame>
  );
}

function WholeText({ parts, length }: { parts: readonly MessagePart[]; length: number }) {
  return (
    <div className="stack gap-2">
      <Card>
        <pre className="site-text" translate="no">
          {parts.map((part, index) => (part.kind === 'text' ? part.text : <Hidden key={index} part={part} />))}
        </pre>
      </Card>
      <p className="caption">
        <Plural value={length} one="Whole text, # character" other="Whole text, # characters" />
      </p>
    </div>
  );
}

/** By its name, on a line of its own where the lines around it are told apart by it. */
function Hidden({ part: { text, name } }: { part: Extract<MessagePart, { kind: 'hidden' }> }) {
  const end = text.includes('\n') ? '\n' : '';
  return (
    <>
      {end}
      <mark>{name}</mark>
      {end}
    </>
  );
}

function HiddenCharacters({ count }: { count: number }) {
  return (
    <Alert kind="warning">
      <strong>
        <Plural value={count} one="# invisible character." other="# invisible characters." />
      </strong>{' '}
      <Trans>They are marked in the text. Honest sites rarely use them. Refuse if you didn’t expect that.</Trans>
    </Alert>
  );
}

function OtherHost(props: { named: string; asks: string }) {
  const named = <Host>{props.named}</Host>;
  const asks = <Host>{props.asks}</Host>;
  return (
    <Alert kind="danger">
      <Trans>
        This text logs you in at {named}, but {asks} is asking for it and could log in there as you. Refuse it.
      </Trans>
    </Alert>
  );
}
