// Control characters beyond ASCII, line ends that JSON leaves as they are, and characters that turn the direction of what
// follows or cannot be seen: a terminal or a person would read another line than the one that was written.
const invisible = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** A line of a JSON log in which nothing is left that shows as anything but itself; it means the same. */
function plainLine(line: string): string {
  return line.replace(invisible, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** What every log of ours is opened with: one line for each event, which reads as what was logged. */
export const logHooks = { streamWrite: plainLine };
