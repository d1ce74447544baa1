import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';

/** The ways in and out. */
export function WaysShape() {
  return (
    <Skeleton>
      <SkeletonShape width="100%" height="78px" />
    </Skeleton>
  );
}
