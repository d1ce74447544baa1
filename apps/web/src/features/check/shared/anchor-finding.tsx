import { Trans } from '@lingui/react/macro';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { useState } from 'react';
import { installationQuery } from '../../../shared/queries.ts';
import type { CheckedStatement } from './check-chain.ts';
import { Finding } from './finding.tsx';
import { NodeSheet } from './node-sheet.tsx';
import type { PublicFindings } from './run-checks.ts';
import { OutsideLink } from '../../../shared/outside-link.tsx';

/** Where the hash stands in the chain: told by us, until a node that the person chose has shown it. */
export function AnchorFinding(props: { statement: CheckedStatement | undefined; anchor: PublicFindings['anchor'] }) {
  const { statement, anchor } = props;
  const fingerprint = (
    <bdi dir="ltr" className="long-words">
      {statement?.hash}
    </bdi>
  );
  if (anchor === null || statement === undefined) {
    return (
      <Finding state="later" title={<Trans>Not yet: signed, and written on Tron</Trans>}>
        <Trans>Until then, compare this fingerprint with other people. Theirs has to be the same:</Trans> {fingerprint}
      </Finding>
    );
  }
  return <Anchored statement={statement} txId={anchor.txId} />;
}

function Anchored({ statement, txId }: { statement: CheckedStatement; txId: string }) {
  const { explorerUrl } = useSuspenseQuery(installationQuery).data.network;
  const [isOpen, setOpen] = useState(false);
  const asking = useMutation({
    mutationFn: async (url: string) => {
      const { askNode } = await import('./ask-node.ts');
      return await askNode(url, txId, statement);
    },
    onSuccess: ({ what }) => setOpen(what !== 'right'),
  });
  const found = asking.data;
  const title = <Trans>Signed and written on Tron</Trans>;
  const host = <bdi dir="ltr">{found?.host}</bdi>;
  const isWrong = found?.what === 'other' || found?.what === 'unsigned';
  const state = found?.what === 'right' ? 'right' : isWrong ? 'wrong' : 'told';
  return (
    <Finding
      state={state}
      title={
        explorerUrl === null ? title : <OutsideLink href={`${explorerUrl}/#/transaction/${txId}`}>{title}</OutsideLink>
      }
    >
      <span className="stack gap-1">
        {state === 'right' ? (
          <span role="status">
            <Trans>Read from {host}, a node you chose</Trans>
          </span>
        ) : null}
        {found?.what === 'other' ? (
          <span>
            <Trans>{host} shows another transaction there</Trans>
          </span>
        ) : null}
        {found?.what === 'unsigned' ? (
          <span>
            <Trans>{host} shows it without our signature</Trans>
          </span>
        ) : null}
        <bdi dir="ltr" className="long-words">
          {statement.hash}
        </bdi>
        <span className="cluster">
          <Button kind="text" small aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <Trans>Read it from a node</Trans>
          </Button>
        </span>
      </span>
      <NodeSheet
        open={isOpen}
        onClose={() => setOpen(false)}
        busy={asking.isPending}
        finding={found}
        onAsk={asking.mutate}
      />
    </Finding>
  );
}
