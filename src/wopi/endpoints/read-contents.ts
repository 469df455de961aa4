import type * as z from '../../platform/schema/schema.ts'
import { streaming } from '../../platform/http/exchange/response-stream.ts'
import { getFile, fileTooLarge, rangeUnsatisfiable, requireAcceptedSize } from '../get-file.ts'
import { openFile } from '../open-file.ts'
import { wopiEndpoint } from '../wopi-endpoint.ts'

export const readContents = wopiEndpoint<z.ZodUnknown>('GET /wopi/files/{id}/contents', {
  summary: 'GetFile',
  success: {
    200: 'The bytes of the file.',
    206: 'The bytes in the `Range`.',
    307: 'A redirect to the bytes, by `Location`.',
  },
  description:
    'Streams the bytes; `Range` selects a part. For files larger than 200 MiB, it redirects to the object store.',
  profile: 'files',
  headers: {
    Range: 'The requested bytes (RFC 9110 section 14.2).',
    'If-Range': 'The `ETag` that the `Range` refers to.',
    'X-WOPI-MaxExpectedSize': 'Maximum number of bytes that the editor accepts.',
  },
  stream: streaming,
  produces: 'application/octet-stream',
  alsoProduces: ['*/*'], // the type after the redirect
  cacheable: true,
  status: [200, 206, 307],
  problems: [fileTooLarge, rangeUnsatisfiable],
  handle: async ({ claims, header }) => {
    const { file } = await openFile(claims)
    requireAcceptedSize(file, header)
    return getFile(file, header)
  },
})
