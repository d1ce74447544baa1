/** What only screens of 900 px and more show, in one file: the rail, the list beside a page, the keys. */
export { ListWork } from './list-work.tsx';
export { NothingOpened } from './nothing-opened.tsx';
export { OwnList } from './own-list.tsx';
export { Rail } from './rail.tsx';
