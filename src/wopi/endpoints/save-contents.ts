import * as z from '../../platform/schema/schema.ts'
import { HttpReply } from '../../platform/http/http-reply.ts'
import { lastModifiedTime } from '../file-info.ts'
import { mostThroughGateway } from '../limits.ts'
import { openFile, requireRight, unsupported } from '../open-file.ts'
import { requireSavable, saveFile } from '../saves.ts'
import { wopiEndpoint } from '../wopi-endpoint.ts'

export const saveContents = wopiEndpoint(
  {
    method: 'POST',
    path: '/wopi/files/{id}/contents',
    summary: 'PutFile',
    description:
      'Saves the bytes of the body under the lock of `X-WOPI-Lock`; a file without bytes needs no lock.',
    profile: 'files',
    headers: {
      'X-WOPI-Lock': 'The lock under which the file is saved.',
      'X-COOL-WOPI-Timestamp':
        'The `LastModifiedTime` that the editor knows; absent to save over what others have saved.',
    },
    maxBodyBytes: mostThroughGateway,
    response: z.object({
      LastModifiedTime: z.string().meta({ description: 'As CheckFileInfo has it from now on.' }),
    }),
    problems: {
      400: 'The document has not arrived as a whole.',
      409: 'The lock does not fit, or (`COOLStatusCode` 1010) the document was changed by others.',
      413:
        `The document is larger than ${mostThroughGateway} bytes, the most that comes through the gateway, ` +
        'or than what a deployment with a server for documents takes.',
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
