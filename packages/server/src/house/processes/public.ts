export { deleteOldBeats, selectProcesses as listProcesses, type ProcessState, type ToldSample } from './beat-store.ts';
export { noteReading } from './note-reading.ts';
export { placeOf } from './place-of.ts';
export { startBeating, type BeatingProcess, type Reporting } from './start-beating.ts';
