import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import { contentsHeaders, FileInfo, toFileInfo } from '../file-info.ts'
import { openFile } from '../open-file.ts'
import { filePath } from '../token.ts'
import { wopiEndpoint } from '../wopi-endpoint.ts'

export const checkFileInfo = wopiEndpoint(`GET ${filePath}`, {
  summary: 'CheckFileInfo',
  success: 'The file and the rights of the person on it.',
  description: 'The properties of the file, and the permissions of the person who opened it.',
  profile: 'files',
  response: FileInfo,
  handle: async ({ claims, header }) => {
    const open = await openFile(claims)
    return new HttpReply(await toFileInfo(open, header('user-agent')), {
      headers: contentsHeaders(open.file),
    })
  },
})
