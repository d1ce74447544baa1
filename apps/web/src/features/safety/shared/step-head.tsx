import { Trans, useLingui } from '@lingui/react/macro';
import { Meter } from '@tern/ui/meter';
import { useEffect, useRef, type ReactNode } from 'react';

/** Where in the set-up one is, and what this step is about. Each step starts at its heading. */
export function StepHead(props: { step: number; total: number; title: ReactNode; children?: ReactNode }) {
  const { t } = useLingui();
  const { step, total } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (step > 1) heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [step]);
  return (
    <div className="stack gap-3">
      <Meter value={step} total={total} label={t`Step ${step} of ${total}`} />
      <div className="stack gap-2">
        <p className="caption" aria-hidden="true">
          <Trans>
            Step {step} of {total}
          </Trans>
        </p>
        <h2 ref={heading} className="title-2 factors-heading" tabIndex={-1}>
          {props.title}
        </h2>
        {props.children === undefined ? null : <div className="ink-2">{props.children}</div>}
      </div>
    </div>
  );
}
