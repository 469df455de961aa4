import type { SignedIn } from './people.ts'

/** A server-sent event. */
export interface StreamedEvent {
  event: string
  id: string
  // a test asserts the fields that it reads
  // oxlint-disable-next-line no-explicit-any
  data: any
}

const eventIn = (block: string): StreamedEvent[] => {
  const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]))
  const data = fields.get('data')
  if (data === undefined) return []
  return [{ event: fields.get('event') ?? '', id: fields.get('id') ?? '', data: JSON.parse(data) as unknown }]
}

/** Yields events as they arrive, until the stream ends. */
export async function* eventsIn(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamedEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true })
    const blocks = rest.split('\n\n')
    rest = blocks.pop() as string
    for (const block of blocks) yield* eventIn(block)
  }
}

/** Posts a message to a chat of the service at `url`, and requests a stream. */
export const postStreamed = (
  url: string,
  as: SignedIn,
  { id }: { id: string },
  text: string,
  options: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<Response> =>
  fetch(`${url}/api/v1/chats/${id}/message`, {
    ...options,
    method: 'POST',
    headers: {
      Authorization: `Bearer ${as.token}`,
      Accept: 'text/event-stream',
      'Content-Type': 'application/json',
      ...options.headers,
    },
    body: JSON.stringify({ text }),
  })
