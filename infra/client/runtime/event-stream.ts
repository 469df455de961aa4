const eventIn = (block: string): unknown => {
  const lines = block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string | undefined])
  const valuesOf = (field: string) => lines.flatMap(([name, value = '']) => (name === field ? [value] : []))
  const data = valuesOf('data').join('\n')
  return data === ''
    ? undefined
    : { event: valuesOf('event')[0], id: valuesOf('id')[0], data: JSON.parse(data) as unknown }
}

/** Yields the events of a stream (HTML standard, "Server-sent events") as they arrive. */
export async function* eventsIn(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      rest += decoder.decode(part.value, { stream: true }).replaceAll('\r', '')
      const blocks = rest.split('\n\n')
      rest = blocks.pop() ?? ''
      yield* blocks.map(eventIn).filter((event) => event !== undefined)
    }
  } finally {
    await reader.cancel()
  }
}
