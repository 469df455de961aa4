import { docs } from '#docs'
import { currentSaveId } from '../files/file/save.ts'
import type { StoredFile } from '../files/file/file.ts'
import { HttpReply } from '../platform/http/exchange/http-reply.ts'
import { answeredText } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import type { OpenFile } from './open-file.ts'
import type { WopiRequest } from './wopi-endpoint.ts'

/** Response of an operation that creates or renames a file. */
export const OperationResult = z.described(
  { id: 'WopiNamedFile' },
  {
    Name: answeredText(255).meta(docs('The new name of the file.')),
    Url: answeredText(8_192).optional().meta(docs('URL of the new file, with a token for it.')),
    HostEditUrl: answeredText(2_048).optional().meta(docs('As in CheckFileInfo, of the new file.')),
    HostViewUrl: answeredText(2_048).optional().meta(docs('The same, for viewing.')),
  },
)

export type OperationRequest = Omit<WopiRequest, 'claims'>
type OperationReply = HttpReply<z.input<typeof OperationResult> | undefined>

/** An operation of the protocol on an open file. */
export type FileOperation = (open: OpenFile, request: OperationRequest) => Promise<OperationReply>

export const emptyReply = (headers: Record<string, string> = {}): OperationReply =>
  new HttpReply(undefined, { headers })

/** Returns the header with the version of a file's contents. */
export const versionHeader = (file: Pick<StoredFile, 'object_id' | 'save'>) => ({
  'X-WOPI-ItemVersion': currentSaveId(file),
})
