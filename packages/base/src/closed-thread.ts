import './guard-sockets.ts';
import { workerData } from 'node:worker_threads';
import { limitEgress } from './limit-egress.ts';

// What a closed thread runs first of all: from here on it connects to nobody. Then the file for which it was started.
limitEgress([]);
const { file } = workerData as { readonly file: string };
await import(file);
