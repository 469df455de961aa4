import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { headerOf } from './http-reply.ts'
import { environment } from '../runtime/environment.ts'
import { forbidden } from '../runtime/problem.ts'
import { internalCallOf } from './internal-call.ts'
import type { Middleware } from './request-state.ts'

/** What the distribution adds to each request (infra/domain.yml): a secret, and the address that it was asked from. */
const secretHeader = 'x-origin-secret'
const viewerHeader = 'x-viewer-address'

/** Whether `secret` is one of those with these hashes. Every one is compared, so that the time says nothing. */
const isKnown = (secret: string, hashes: string[]) => {
  const digest = createHash('sha256').update(secret).digest()
  return hashes.filter((hash) => timingSafeEqual(Buffer.from(hash, 'hex'), digest)).length > 0
}

const withoutEdgeHeaders = <V>(headers: Record<string, V> | null): Record<string, V> =>
  Object.fromEntries(
    Object.entries(headers ?? {}).filter(
      ([name]) => ![secretHeader, viewerHeader].includes(name.toLowerCase()),
    ),
  )

/**
 * Behind a distribution it refuses who has not come through it, which its secret proves,
 * and makes the address of the event the caller's own instead of the edge's. From then on no header speaks of either.
 */
export const checkAddress: Middleware = {
  before: ({ event, context }) => {
    const hashes = environment.originSecretHashes
    // a part of a request, such as what an assistant does, comes from inside
    if (hashes.length === 0 || internalCallOf(context).isPart) return
    if (!isKnown(headerOf(event, secretHeader) ?? '', hashes))
      throw forbidden(
        'request.not_by_public_address',
        'Requests must be sent to the public address of this service.',
      )
    const viewer = headerOf(event, viewerHeader) ?? ''
    event.headers = withoutEdgeHeaders(event.headers)
    event.multiValueHeaders = withoutEdgeHeaders(event.multiValueHeaders)
    if (isIP(viewer)) event.requestContext.identity.sourceIp = viewer
  },
}
