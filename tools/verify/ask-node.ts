/** What a Tron node answers. @throws Error where it refuses */
export async function askNode(node: string, path: string, body: object): Promise<unknown> {
  const answer = await fetch(new URL(path, node.endsWith('/') ? node : `${node}/`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the node answers ${answer.status}`);
  return await answer.json();
}
