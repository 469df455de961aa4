import * as z from '../../platform/schema.ts'
import { announceObject, replaceContents, storeContents } from '../../files/contents.ts'
import type { StoredFile } from '../../files/file.ts'
import { newId } from '../../platform/id.ts'
import { Reply } from '../../platform/answer.ts'
import { Problem } from '../../platform/problem.ts'
import { lockConflict, lockOf, requireNoOtherLock } from '../locking.ts'
import { openFile, requireRight, unsupported } from '../open-file.ts'
import { mostThroughGateway } from '../limits.ts'
import { lastModifiedTime } from '../file-info.ts'
import { wopiEndpoint } from '../wopi-endpoint.ts'

/** Collabora's, of which ONLYOFFICE sends the older name: the `LastModifiedTime` that the editor knows. */
const timestampHeaders = ['x-cool-wopi-timestamp', 'x-lool-wopi-timestamp']

/** Collabora's code for a document that somebody else has changed. */
const changedByOthers = 1010

export const handler = wopiEndpoint(
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
      409: 'The lock does not fit, or (`COOLStatusCode` 1010) the document was changed by others.',
      413: `The document is larger than ${mostThroughGateway} bytes, the most that comes through the gateway.`,
      501: '`X-WOPI-Override` is not PUT.',
    },
  },
  async ({ claims, bytes, header }) => {
    if (!['PUT', undefined].includes(header('x-wopi-override')?.toUpperCase()))
      throw unsupported('The header X-WOPI-Override must be PUT here.')
    const { file, canWrite } = await openFile(claims)
    requireRight(canWrite)
    const known = timestampHeaders.map(header).find((timestamp) => timestamp !== undefined)
    const requireUnchanged = (current: StoredFile) => {
      requireNoOtherLock(current, header('x-wopi-lock') ?? '')
      if (lockOf(current) === '' && current.size > 0) throw lockConflict(current, 'The file is not locked')
      if (known && known !== lastModifiedTime(current))
        throw new Problem(409, 'wopi.changed_by_others', 'The document was changed by others.', {
          fields: { COOLStatusCode: changedByOthers },
          headers: { 'X-WOPI-Lock': lockOf(current) },
        })
    }
    requireUnchanged(file)
    const object_id = newId()
    await announceObject(file.id, object_id)
    const contents = await storeContents(file, object_id, bytes)
    const saved = await replaceContents(file, contents, requireUnchanged)
    return new Reply(
      { LastModifiedTime: lastModifiedTime(saved) },
      { headers: { 'X-WOPI-ItemVersion': saved.object_id } },
    )
  },
)
