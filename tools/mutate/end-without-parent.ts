// A test may wait for something for minutes. Whoever started this process and was killed will not ask for its end any more.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
