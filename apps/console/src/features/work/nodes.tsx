import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { NodesView } from '@tern/contracts/routes/console-work';
import { Chip } from '@tern/ui/chip';
import { api } from '../../shared/api.ts';
import { formatTime } from '../../shared/format-time.ts';
import { LoadedShape } from '../../shared/loaded-shape.tsx';

/** What each Tron node said when the worker last asked it, and what to set where it lacks something. */
export function Nodes() {
  const asked = useQuery({ queryKey: ['nodes'], queryFn: () => api.work.listNodes(), refetchInterval: 60_000 });
  return (
    <section className="panel">
      <h2>
        <Trans>Tron nodes</Trans>
      </h2>
      <LoadedShape query={asked} height="4rem">
        {({ nodes }) =>
          nodes.length === 0 ? (
            <p className="ink-2">
              <Trans>The worker has not asked them yet.</Trans>
            </p>
          ) : (
            nodes.map((node) => <Node key={node.node} said={node} />)
          )
        }
      </LoadedShape>
    </section>
  );
}

function Node({ said }: { said: NodesView['nodes'][number] }) {
  const { t } = useLingui();
  const { node, version, headBlock, solidBlock, faults, notes } = said;
  const at = formatTime(said.askedAt);
  return (
    <>
      <div className="cluster between wrap">
        <bdi dir="ltr">{node}</bdi>
        {faults.length === 0 ? (
          <Chip kind="positive">{t`does everything that is needed`}</Chip>
        ) : (
          <Chip kind="failed">{t`lacks something`}</Chip>
        )}
      </div>
      <p className="ink-2">
        {headBlock === null ? (
          <Trans>asked {at}</Trans>
        ) : (
          <Trans>
            asked {at} · version {version === '' ? t`unknown` : version} · block {headBlock}, irreversible {solidBlock}
          </Trans>
        )}
      </p>
      {faults.length + notes.length === 0 ? null : (
        <ul>
          {faults.map((fault) => (
            <li key={fault} className="danger">
              {fault}
            </li>
          ))}
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}
