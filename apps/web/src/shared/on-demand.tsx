import { lazy, Suspense, useState, type ComponentType, type JSX } from 'react';

/** A sheet that is fetched when it is first opened. */
export function onDemand<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => JSX.Element | null {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  return function OnDemand(props) {
    const [wanted, setWanted] = useState(false);
    if (props.open && !wanted) setWanted(true);
    if (!wanted) return null;
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
