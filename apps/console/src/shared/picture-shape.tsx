import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';

/** Stands in for a picture that is on its way. */
export function PictureShape() {
  return (
    <Skeleton>
      <SkeletonShape width="12rem" height="12rem" />
    </Skeleton>
  );
}
