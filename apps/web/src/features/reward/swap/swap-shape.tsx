import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';

/** What is given, what comes back, and the quote. */
export function SwapShape() {
  return (
    <Skeleton>
      <div className="stack gap-2">
        <SkeletonShape width="100%" height="134px" />
        <SkeletonShape width="100%" height="134px" />
        <SkeletonShape width="100%" height="220px" />
      </div>
    </Skeleton>
  );
}
