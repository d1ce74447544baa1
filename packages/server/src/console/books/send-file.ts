export type FileAnswer = {
  readonly headers: Record<string, string>;
  readonly body: ReadableStream<Uint8Array>;
};

const encoder = new TextEncoder();

/** A file that is written while it is read: what breaks it is told, and who stops reading stops the writing. */
export function sendFile(
  { name, type }: { readonly name: string; readonly type: string },
  pieces: AsyncGenerator<string | Uint8Array>,
  onFault: (error: unknown) => void,
): FileAnswer {
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
      } catch (error) {
        onFault(error);
        controller.error(error);
      }
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  });
  return {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'x-content-type-options': 'nosniff',
    },
    body,
  };
}
