import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import { lastModifiedTime } from '../file-info.ts'
import { maxGatewayBodyBytes } from '../limits.ts'
import { openFile, requireRight } from '../open-file.ts'
import { versionHeader } from '../operation.ts'
import { requirePutFile, PutFileResponse, putFile } from '../put-file.ts'
import { wopiEndpoint } from '../wopi-endpoint.ts'
import { saveProblems } from '../problems.ts'

export const saveContents = wopiEndpoint('POST /wopi/files/{id}/contents', {
  summary: 'PutFile',
  success: 'The contents are saved.',
  description: 'Saves the body under the lock in `X-WOPI-Lock`; an empty file needs no lock.',
  profile: 'files',
  headers: {
    'X-WOPI-Lock': 'The lock under which the file is saved.',
    'X-COOL-WOPI-Timestamp':
      'The `LastModifiedTime` known to the editor; if absent, other people’s changes are overwritten.',
  },
  maxBodyBytes: maxGatewayBodyBytes,
  response: PutFileResponse,
  problems: saveProblems,
  handle: async ({ claims, ...request }) => {
    requirePutFile(request)
    const open = await openFile(claims)
    requireRight(open.canWrite)
    const saved = await putFile(open, request)
    const headers = versionHeader(saved)
    return new HttpReply({ LastModifiedTime: lastModifiedTime(saved) }, { headers })
  },
})
