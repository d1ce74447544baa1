import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@tern/ui/button';
import { Sheet } from '@tern/ui/sheet';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { api } from '../../../shared/api.ts';
import { DigitsEntry } from '../../../shared/digits-entry.tsx';
import { Host } from '../../../shared/inside/host.tsx';
import { LazyMissingFactorSheet } from '../../../shared/inside/lazy-missing-factor-sheet.ts';
import { problemText } from '../../../shared/problem-texts.ts';
import { accountQuery } from '../../../shared/queries.ts';
import { readProblem } from '../../../shared/read-problem.ts';
import { SiteRefusal } from '../shared/site-refusal.tsx';
import { readSitesAgain } from '../shared/read-sites-again.ts';

type ApproveProps = { id: string; host: string; open: boolean; onClose: () => void };

/** The trade password for connecting the site; where none is set, the way to set one. */
export function ApproveSheet(props: ApproveProps) {
  const { t } = useLingui();
  const { host, open, onClose } = props;
  const { pathname, search } = useLocation();
  const { data: account } = useQuery(accountQuery);
  const [isSending, setSending] = useState(false);
  const isMissing = account !== undefined && !account.factors.tradePassword;
  function close() {
    if (!isSending) onClose();
  }
  return (
    <>
      <LazyMissingFactorSheet
        open={open && isMissing}
        missing={isMissing ? ['tradePassword'] : []}
        returnPath={pathname + search}
        onClose={onClose}
      />
      <Sheet
        open={open && !isMissing}
        busy={isSending}
        title={t`Confirm it’s you`}
        note={
          <Trans>
            To connect <Host>{host}</Host>
          </Trans>
        }
        onClose={close}
      >
        {open ? <Approve {...props} onSending={setSending} /> : null}
      </Sheet>
    </>
  );
}

function Approve({ id, onClose, onSending }: ApproveProps & { onSending: (isSending: boolean) => void }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [digits, setDigits] = useState('');
  const approving = useMutation({
    mutationFn: (tradePassword: string) => api.walletConnections.approveConnection({ id, tradePassword }),
    onMutate: () => onSending(true),
    onSuccess: onClose,
    onError: (error) => {
      const { code } = readProblem(error);
      if (code === 'TRADE_PASSWORD_WRONG') setDigits('');
      if (code === 'FACTORS_LOCKED') void queries.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
    onSettled: () => {
      onSending(false);
      return readSitesAgain(queries);
    },
  });
  const problem = approving.error ? readProblem(approving.error) : undefined;
  if (problem !== undefined && problem.code !== 'TRADE_PASSWORD_WRONG') {
    return (
      <>
        <SiteRefusal error={approving.error} />
        <Button kind="quiet" block onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </>
    );
  }
  return (
    <DigitsEntry
      label={t`Trade password`}
      value={digits}
      disabled={approving.isPending || approving.isSuccess}
      error={problem === undefined ? undefined : problemText(problem)}
      onChange={(typed) => {
        if (typed !== '') approving.reset();
        setDigits(typed);
      }}
      onComplete={(typed) => approving.mutate(typed)}
    />
  );
}
