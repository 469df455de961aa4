import { expect } from 'vitest'
import type { Spec } from '../../src/platform/http/spec.ts'
import { expectBounded } from './declared-bounds.ts'
import { eventsIn, type StreamedEvent } from './event-stream.ts'

/** Fails if an endpoint's spec does not declare an event, or its data. */
export const expectDeclaredEvents = ({ events = {} }: Spec, streamed: StreamedEvent[]): void => {
  for (const { event, id, data } of streamed) {
    expect(Object.keys(events), `the event ${event} is declared`).toContain(event)
    expect(id, `the event ${event} has an id`).not.toBe('')
    const schema = events[event]
    expect(data, `the data of the event ${event}`).toEqual(schema?.parse(data))
    if (schema) expectBounded(schema, data)
  }
}

/** Reads a stream to its end, checks its events, and returns them. */
export const declaredEvents = async (
  spec: Spec,
  stream: AsyncIterable<Uint8Array>,
): Promise<StreamedEvent[]> => {
  const streamed = await Array.fromAsync(eventsIn(stream))
  expectDeclaredEvents(spec, streamed)
  return streamed
}
