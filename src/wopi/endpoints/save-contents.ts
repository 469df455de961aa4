import * as z from '../../platform/schema/schema.ts'
import { HttpReply } from '../../platform/http/http-reply.ts'
import { lastModifiedTime } from '../file-info.ts'
import { maxGatewayBodyBytes } from '../limits.ts'
import { openFile, requireRight, unsupported } from '../open-file.ts'
import { requireSavable, saveFile } from '../saves.ts'
import { wopiEndpoint } from '../wopi-endpoint.ts'

export const saveContents = wopiEndpoint(
  {
    method: 'POST',
    path: '/wopi/files/{id}/contents',
    summary: 'PutFile',
    description: 'Saves the body under the lock in `X-WOPI-Lock`; an empty file needs no lock.',
    profile: 'files',
    headers: {
      'X-WOPI-Lock': 'The lock under which the file is saved.',
      'X-COOL-WOPI-Timestamp':
        'The `LastModifiedTime` that the editor knows; absent to overwrite what others have saved.',
    },
    maxBodyBytes: maxGatewayBodyBytes,
    response: z.object({
      LastModifiedTime: z.string().meta({ description: 'As in CheckFileInfo from now on.' }),
    }),
    problems: {
      400: 'The body is incomplete.',
      409: 'The lock does not match, or (`COOLStatusCode` 1010) someone else has changed the document.',
      413:
        `The document is larger than ${maxGatewayBodyBytes} bytes, the limit of the gateway, or than the limit ` +
        'of a deployment with a server for large documents.',
      501: '`X-WOPI-Override` is not PUT.',
    },
  },
  async ({ claims, ...request }) => {
    if (!['PUT', undefined].includes(request.header('x-wopi-override')?.toUpperCase()))
      throw unsupported('The header X-WOPI-Override must be PUT here.')
    if (request.bodyStream) requireSavable(request.bodyStream)
    const { file, canWrite } = await openFile(claims)
    requireRight(canWrite)
    const saved = await saveFile(file, request)
    const headers = { 'X-WOPI-ItemVersion': saved.object_id }
    return new HttpReply({ LastModifiedTime: lastModifiedTime(saved) }, { headers })
  },
)
