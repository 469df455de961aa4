import type { APIGatewayProxyEvent } from 'aws-lambda'
import { Problem } from '../runtime/problem.ts'
import type { Middleware } from './request-state.ts'
import { maxBodyOf, type Spec } from './spec.ts'

/** How the body is encoded in the event. */
export const bodyEncodingOf = ({ isBase64Encoded }: APIGatewayProxyEvent) =>
  isBase64Encoded ? 'base64' : 'utf8'

/** Refuses a body that is too large, before the caller is known. */
export const limitBody = (spec: Spec): Middleware => ({
  before: ({ event }) => {
    if (Buffer.byteLength(event.body ?? '', bodyEncodingOf(event)) > maxBodyOf(spec))
      throw new Problem(413, 'request.too_large', `The body may have at most ${maxBodyOf(spec)} bytes.`)
  },
})
