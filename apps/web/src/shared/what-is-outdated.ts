import type { Query } from '@tanstack/react-query';

/**
 * Which answers are to be read again where a stream of events begins. What happened between a page's first answers and this
 * moment may have been announced to nobody (`news`); during a break time alone may have changed more (`anything`). Where the
 * server knows of `nothing`, those that the device had kept are old all the same. What the installation says changes only when
 * the page is loaded anew. `liveTopics`: what events name.
 */
export function whatIsOutdated(
  changed: 'anything' | 'news' | 'nothing',
  liveTopics: ReadonlySet<unknown>,
): (query: Query) => boolean {
  return ({ queryKey: [topic], state }) => {
    if (changed === 'anything') return topic !== 'installation';
    if (!liveTopics.has(topic)) return false;
    const isKept = state.data !== undefined && state.dataUpdatedAt < performance.timeOrigin;
    return changed === 'news' || state.isInvalidated || isKept;
  };
}
