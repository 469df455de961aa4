import { createHash } from 'node:crypto'
import * as z from '../../platform/schema/schema.ts'
import { HttpReply } from '../../platform/http/http-reply.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { discovery } from '../discovery.ts'

export const readDiscovery = endpoint(
  {
    method: 'GET',
    path: '/wopi/discovery',
    summary: 'What the document editor can open',
    description:
      'The discovery document of WOPI: the editing server’s own, byte for byte, when one is configured, also while that ' +
      'server is down; else made from our table of kinds of files.',
    access: 'public',
    // editing servers and proxies add parameters of their own
    query: z.looseObject({}),
    // it keeps the last good copy
    profile: 'writer',
    produces: 'application/xml',
    cacheable: true,
    problems: { 503: 'The editing server gave no document yet, or a service behind is gone or too slow.' },
  },
  async () => {
    const { xml } = await discovery()
    const hash = createHash('sha256').update(xml).digest('base64url')
    return new HttpReply(xml, { headers: { ETag: `"${hash}"` } })
  },
)
