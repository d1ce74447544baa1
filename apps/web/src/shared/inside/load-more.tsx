import { Trans } from '@lingui/react/macro';
import { Button } from '@tern/ui/button';
import { RotateCwIcon } from '@tern/ui/icons';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import { useEffect, useEffectEvent, useRef } from 'react';
import './load-more.css';

/** Loads on by itself before the end of the list comes into sight; after a failure only when asked. */
export function LoadMore(props: { failed: boolean; busy: boolean; onLoad: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(props.onLoad);
  const waits = !props.failed && !props.busy;
  useEffect(() => {
    if (!mark.current || !waits) return;
    const watching = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: '600px' });
    watching.observe(mark.current);
    return () => watching.disconnect();
  }, [waits]);
  if (props.failed && !props.busy) {
    return (
      <div className="stack gap-3 load-more" role="alert">
        <p className="caption">
          <Trans>Network error, try again later</Trans>
        </p>
        <Button kind="quiet" small onClick={props.onLoad}>
          <RotateCwIcon size="s" />
          <Trans>Try again</Trans>
        </Button>
      </div>
    );
  }
  return (
    <div ref={mark}>
      <SkeletonRows count={2} />
    </div>
  );
}
