export { openConductReader, type ConductDeps } from './open-conduct-reader.ts';
