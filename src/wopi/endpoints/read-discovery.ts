import { createHash } from 'node:crypto'
import * as z from '../../platform/schema/schema.ts'
import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { discovery, discoveryUnavailable } from '../editor/discovery.ts'

export const readDiscovery = endpoint('GET /wopi/discovery', {
  summary: 'Get the discovery document of the editor',
  success: 'The discovery document.',
  description:
    'The WOPI discovery document: the editing server’s own, byte for byte, if one is configured, even while ' +
    'that server is down; otherwise generated from the file types known to the service.',
  access: 'public',
  // editing servers and proxies add their own parameters
  query: z.looseObject({}),
  // stores a copy of the last good document
  profile: 'writer',
  produces: 'application/xml',
  cacheable: true,
  problems: [discoveryUnavailable],
  handle: async () => {
    const { xml } = await discovery()
    const hash = createHash('sha256').update(xml).digest('base64url')
    return new HttpReply(xml, { headers: { ETag: `"${hash}"` } })
  },
})
