export type JournalFormat = 'csv' | 'jsonl';

/** The journal a line is about; undefined for a line about the file. */
function journalOf(line: string, format: JournalFormat): string | undefined {
  const found = format === 'csv' ? /^\uFEFF?"(\d+)",/.exec(line) : /^\{"type":"journal","id":"(\d+)"/.exec(line);
  return found?.[1];
}

export type JournalSplitter = {
  /** Takes the next piece and gives back what is whole by now: the last journal waits until it is sure to have all its lines. */
  readonly push: (piece: string) => string;
  /** What waited, once the file has come to its end. */
  readonly end: () => string;
  /** The last journal given back; undefined before the first. */
  readonly last: () => string | undefined;
};

/** Divides a file of journals that comes in pieces, so that one that breaks off can go on after its last whole journal. */
export function splitJournals(format: JournalFormat): JournalSplitter {
  let waiting = '';
  let last: string | undefined;
  let held: string | undefined;
  return {
    push: (piece) => {
      waiting += piece;
      let whole = 0;
      let start = 0;
      for (let end = waiting.indexOf('\n'); end !== -1; end = waiting.indexOf('\n', start)) {
        const journal = journalOf(waiting.slice(start, end), format);
        // Another journal begins, so the one before has all its lines.
        if (journal !== held) {
          if (held !== undefined) last = held;
          held = journal;
          whole = start;
        }
        start = end + 1;
      }
      const given = waiting.slice(0, whole);
      waiting = waiting.slice(whole);
      return given;
    },
    end: () => {
      const given = waiting;
      waiting = '';
      last = held ?? last;
      return given;
    },
    last: () => last,
  };
}
