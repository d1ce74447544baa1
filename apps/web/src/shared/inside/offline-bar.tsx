import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { WifiOffIcon } from '@tern/ui/icons';
import { useCallback, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { queryTopics } from '../queries.ts';
import { formatReadAt } from './format-read-at.ts';
import { useMinute } from './use-minute.ts';

/** What is behind every page and is no reason to open one. */
const everywhere: ReadonlySet<unknown> = new Set([
  queryTopics.installation,
  queryTopics.account,
  queryTopics.preferences,
  queryTopics.unread,
  queryTopics.wallets,
  queryTopics.activationPrompt,
]);

/** Below the bar of every page without a connection: since when, and that what is not kept cannot be shown. */
export function OfflineBar() {
  // The time is written anew too when the language changes.
  const { t } = useLingui();
  const queries = useQueryClient();
  const { oldestMs, lacks } = useShown(queries);
  const nowMs = useMinute();
  const time = formatReadAt(oldestMs, nowMs);
  return (
    <div className="cluster update-note offline-bar label" role="status">
      <WifiOffIcon size="s" />
      <p>
        <strong>{t`No connection.`}</strong> {oldestMs === 0 ? null : <Trans>You see what was loaded at {time}.</Trans>}{' '}
        {lacks ? <Trans>What is not kept on this device cannot be shown.</Trans> : null}{' '}
        <Link className="link" to={`${paths.help}?${new URLSearchParams({ answer: 'offline' })}`}>
          <Trans>Help</Trans>
        </Link>
      </p>
    </div>
  );
}

/** How old the oldest part of the page is, 0 where it shows nothing of its own, and whether a part is missing. */
function useShown(queries: QueryClient): { readonly oldestMs: number; readonly lacks: boolean } {
  const cache = queries.getQueryCache();
  const read = () => {
    const parts = cache.findAll({ type: 'active' }).filter(({ queryKey }) => !everywhere.has(queryKey[0]));
    const timesMs = parts.flatMap(({ state }) => (state.data === undefined ? [] : [state.dataUpdatedAt]));
    const lacks = parts.some(({ state }) => state.data === undefined && state.error !== null);
    return `${timesMs.length === 0 ? 0 : Math.min(...timesMs)} ${lacks}`;
  };
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const [oldest, lacks] = useSyncExternalStore(subscribe, read).split(' ');
  return { oldestMs: Number(oldest), lacks: lacks === 'true' };
}
