/** What every client is asked to do: sign in, page through a list, upload a file, read a stream, be refused. */
export interface Given {
  url: string
  email: string
  password: string
  model: string
}

/** What came of it. */
export interface Outcome {
  /** Titles of the tasks of a list of three, read two at a time. */
  titles: string[]
  /** The title of a task after an update that sent back what was read. */
  renamed: string
  fileStatus: string
  events: string[]
  text: string
  refusal: { status: number; detail: string }
}

export type Flow = (given: Given) => Promise<Outcome>

export const titles = ['Alpha', 'Beta', 'Gamma']

export const absentId = '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11'

interface NamedEvent {
  event: string
}

/** The events of a stream, for clients that give the stream itself. */
export const eventsIn = async <E extends NamedEvent>(stream: ReadableStream<Uint8Array>): Promise<E[]> => {
  const blocks = (await new Response(stream).text()).split('\n\n').filter((block) => block.includes('data: '))
  return blocks.map((block) => {
    const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2)))
    return { ...fields, data: JSON.parse(fields['data'] as string) as unknown } as unknown as E
  })
}

export const bytes = 'hello'

/** Puts the bytes to the link of an upload. */
export const put = async ({
  url,
  method,
  headers,
}: {
  url: string
  method: string
  headers: Partial<Record<string, string>>
}): Promise<void> => {
  const response = await fetch(url, { method, headers: headers as Record<string, string>, body: bytes })
  if (!response.ok) throw new Error(`The upload answered ${response.status}.`)
}
