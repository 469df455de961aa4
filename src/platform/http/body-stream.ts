import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { Readable } from 'node:stream'

/** A body that comes in while it is worked on, where Lambda would have it in the event. */
export interface BodyStream {
  stream: Readable
  /** In bytes, as its sender says; undefined when they do not. */
  length: number | undefined
}

const bodies = new WeakMap<APIGatewayProxyEvent, BodyStream>()

/** Gives an event that is made here a body that is still coming in. */
export const withBodyStream = (event: APIGatewayProxyEvent, body: BodyStream): APIGatewayProxyEvent => {
  bodies.set(event, body)
  return event
}

export const bodyStreamOf = (event: APIGatewayProxyEvent): BodyStream | undefined => bodies.get(event)
