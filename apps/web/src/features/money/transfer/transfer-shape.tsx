import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';

/** A transfer to fill in. */
export function TransferShape() {
  return (
    <Skeleton>
      <div className="stack gap-5">
        <SkeletonShape width="100%" height="64px" />
        <SkeletonShape width="100%" height="52px" />
        <SkeletonShape width="100%" height="52px" />
        <SkeletonShape width="100%" height="64px" />
        <SkeletonShape width="70%" />
        <SkeletonShape width="56%" />
      </div>
    </Skeleton>
  );
}
