export { flowsClosedByBooks } from './closed-by-books.ts';
export { openFlowReader } from './open-flow-reader.ts';
