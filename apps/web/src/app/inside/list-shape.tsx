import { SkeletonRows } from '@tern/ui/skeleton-rows';

/** Stands in for the content of a page that describes no shape of its own: most of them are lists. */
export function ListShape() {
  return <SkeletonRows count={6} />;
}
