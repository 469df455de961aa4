import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import { contentsHeaders } from '../file-info.ts'
import { openFile } from '../open-file.ts'
import { filePath } from '../token.ts'
import { wopiEndpoint } from '../wopi-endpoint.ts'

export const headFile = wopiEndpoint(`HEAD ${filePath}`, {
  summary: 'Get the `ETag` and `Last-Modified` of the contents',
  success: 'The headers of the contents.',
  description: 'No body: editors use it to check for changes of a file.',
  profile: 'files',
  handle: async ({ claims }) => {
    const { file } = await openFile(claims)
    return new HttpReply(undefined, { headers: contentsHeaders(file) })
  },
})
