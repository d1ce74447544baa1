import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';

/** What a form is about, two fields and the button that sends it. */
export function FormShape() {
  return (
    <Skeleton>
      <div className="stack gap-5">
        <SkeletonShape width="92%" />
        <SkeletonShape width="64%" />
        <SkeletonShape width="100%" height="52px" />
        <SkeletonShape width="100%" height="52px" />
        <SkeletonShape width="100%" height="52px" />
      </div>
    </Skeleton>
  );
}
