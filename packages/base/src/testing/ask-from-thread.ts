import { connect } from 'node:net';
import { parentPort } from 'node:worker_threads';
import type { Destination } from '../guard-sockets.ts';

// For tests: a thread that tries to reach whomever it is told, and says how that ended.
parentPort?.once('message', ({ host, port }: Destination) => {
  const socket = connect(port, host);
  const tell = (how: string): void => {
    socket.destroy();
    parentPort?.postMessage(how);
  };
  socket.once('connect', () => tell('connected'));
  socket.once('error', ({ name }) => tell(name));
});
