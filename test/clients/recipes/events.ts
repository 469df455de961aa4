import { EventSourceParserStream } from 'eventsource-parser/stream'

/**
 * Yields the events of a streamed response as they arrive. `Event` is the type that the generator made of the stream's
 * schema: a union by the constant `event`.
 */
export async function* readEvents<Event extends { event: string; id: string; data: unknown }>(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Event> {
  const texts = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
  for await (const { event, id, data } of texts.pipeThrough(new EventSourceParserStream()))
    yield { event, id, data: JSON.parse(data) as unknown } as Event
}
