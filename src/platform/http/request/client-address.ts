import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { requestHeader } from '../exchange/http-reply.ts'
import { environment } from '../../runtime/environment.ts'
import { problem } from '../../runtime/problem.ts'
import type { Middleware } from '../exchange/request-state.ts'

/**
 * Headers that the distribution adds to each request (infra/template/domain.yml, decision 0005): a secret, and the
 * client's address.
 */
const secretHeader = 'x-origin-secret'
const viewerHeader = 'x-viewer-address'

/** Returns true if `secret` has one of these hashes. Compares all of them, so that the time reveals nothing. */
const isKnownSecret = (secret: string, hashes: string[]) => {
  const digest = createHash('sha256').update(secret).digest()
  return hashes.filter((hash) => timingSafeEqual(Buffer.from(hash, 'hex'), digest)).length > 0
}

const withoutEdgeHeaders = <V>(headers: Record<string, V> | null): Record<string, V> =>
  Object.fromEntries(
    Object.entries(headers ?? {}).filter(
      ([name]) => ![secretHeader, viewerHeader].includes(name.toLowerCase()),
    ),
  )

export const notByPublicAddress = problem(
  'request.not_by_public_address',
  403,
  'Requests must be sent to the public address of this service.',
)

/**
 * Behind a distribution, rejects requests that bypassed the distribution, since they lack its secret, and replaces the
 * edge's address in the event with the client's. Then removes both headers.
 */
export const checkAddress: Middleware = {
  before: ({ event }) => {
    const hashes = environment.originSecretHashes
    if (hashes.length === 0) return
    if (!isKnownSecret(requestHeader(event, secretHeader) ?? '', hashes)) throw notByPublicAddress()
    const viewer = requestHeader(event, viewerHeader) ?? ''
    event.headers = withoutEdgeHeaders(event.headers)
    event.multiValueHeaders = withoutEdgeHeaders(event.multiValueHeaders)
    if (isIP(viewer)) event.requestContext.identity.sourceIp = viewer
  },
}
