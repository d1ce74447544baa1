export { askAnyNode } from './ask-any-node.ts';
export { type HotNeed, type OpenOutflows, type SumOutflows, findHotShortage } from './find-hot-shortage.ts';
export { findPermissionId } from './find-permission-id.ts';
export { proveDeath } from './prove-death.ts';
