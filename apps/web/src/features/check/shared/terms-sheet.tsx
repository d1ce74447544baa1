import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@tern/ui/loaded';
import { Row } from '@tern/ui/row';
import { Sheet } from '@tern/ui/sheet';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { formatDecimal } from '../../../shared/format-amount.ts';
import { formatDateTime } from '../../../shared/format-time.ts';
import { termsQuery } from './check-queries.ts';

/** Every version of the fees and limits, the newest first, with what of it was worse for people than before. */
export function TermsSheet(props: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const query = useQuery({ ...termsQuery, enabled: props.open });
  return (
    <Sheet open={props.open} onClose={props.onClose} title={t`Former fees and limits`}>
      <Loaded
        query={query}
        loading={<SkeletonRows count={3} />}
        failed={<Trans>Couldn’t load the published figures. Your money is safe.</Trans>}
      >
        {({ versions }) => (
          <ul>
            {versions.map(({ version, decidedAt, effectiveAt, worse }) => (
              <li key={version} className="check-item">
                <Row
                  title={<Trans>Version {version}</Trans>}
                  note={
                    <span className="stack">
                      <Times decided={formatDateTime(decidedAt)} effective={formatDateTime(effectiveAt)} />
                      {worse.length === 0 ? null : <Worse count={formatDecimal(`${worse.length}`)} />}
                    </span>
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <a className="link" href="/api/terms" target="_blank" rel="noreferrer">
        <Trans>All values, as a file for programs</Trans>
      </a>
    </Sheet>
  );
}

function Times({ decided, effective }: { decided: string; effective: string }) {
  return (
    <span>
      <Trans>
        Decided: {decided}. In force from: {effective}.
      </Trans>
    </span>
  );
}

function Worse({ count }: { count: string }) {
  return (
    <span>
      <Trans>Values that got worse for people: {count}</Trans>
    </span>
  );
}
