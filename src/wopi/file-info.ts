import { docs } from '#docs'
import { extname } from 'node:path'
import { answeredCount, answeredText } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { environment } from '../platform/runtime/environment.ts'
import type { OutgoingHeaders } from '../platform/http/exchange/http-reply.ts'
import { downloadLink } from '../files/file/download.ts'
import { currentSaveId } from '../files/file/save.ts'
import type { StoredFile } from '../files/file/file.ts'
import { maxFullSpeedBytes } from './limits.ts'
import type { OpenFile } from './open-file.ts'
import { hostPageUrl } from './editor/host-url.ts'

/** Lifetime of the link to a large file, in seconds: enough time to load a document. */
const fileLinkSeconds = 3_600

const boolean = z.boolean()

/** Response of CheckFileInfo (WOPI), with the names of the protocol; absent values are omitted. */
export const FileInfo = z.described(
  docs('The properties of a file for an editor (WOPI).', { id: 'CheckFileInfo' }),
  {
    BaseFileName: answeredText(255).meta(docs('Name with extension.')),
    OwnerId: answeredText(36).meta(docs('ID of the owner.')),
    UserId: answeredText(36).meta(docs('ID of the person who opened it.')),
    UserFriendlyName: answeredText(255).meta(docs('Name of the person who opened it.')),
    Size: answeredCount.meta(docs('Size in bytes.')),
    Version: answeredText(100).meta(docs('Changes whenever the contents change.')),
    LastModifiedTime: answeredText(50).meta(docs('Time when the contents were stored.')),
    SHA256: answeredText(44).meta(docs('SHA-256 of the contents in Base64; absent if unknown.')).optional(),
    FileExtension: answeredText(255).meta(docs('With the dot; absent if there is none.')).optional(),
    FileUrl: answeredText(4_096)
      .meta(docs('URL of contents larger than 10 MB, for a faster download.'))
      .optional(),
    BreadcrumbDocName: answeredText(300)
      .meta(docs('Display name, with the reason if the file is read-only because of its size.'))
      .optional(),
    HostEditUrl: answeredText(2_048).meta(
      docs('Permanent URL at which a person opens the file for editing.'),
    ),
    HostViewUrl: answeredText(2_048).meta(docs('The same, for viewing.')),
    FileNameMaxLength: answeredCount.meta(docs('Maximum length of a new name, without extension.')),
    ReadOnly: boolean.meta(docs('The person may not write, or the file is too large to save.')),
    UserCanWrite: boolean.meta(docs('The person may write, and the file can be saved.')),
    UserCanRename: boolean.meta(docs('The person may rename the file.')),
    UserCanNotWriteRelative: boolean.meta(docs('The person may not create other files.')),
    SupportsLocks: boolean.meta(docs('Supports LOCK, UNLOCK, REFRESH_LOCK and UnlockAndRelock.')),
    SupportsGetLock: boolean.meta(docs('Supports GET_LOCK.')),
    SupportsExtendedLockLength: boolean.meta(docs('Supports locks of up to 1,024 characters.')),
    SupportsUpdate: boolean.meta(docs('Supports PutFile and PUT_RELATIVE.')),
    SupportsRename: boolean.meta(docs('Supports RENAME_FILE.')),
    SupportsDeleteFile: boolean.meta(docs('Supports DELETE.')),
    SupportsUserInfo: boolean.meta(docs('Supports PUT_USER_INFO.')),
    UserInfo: answeredText(1_024).meta(docs('Settings that the editor stores for this person.')).optional(),
    PostMessageOrigin: answeredText(2_048).meta(docs('Origin of the page around the editor.')),
    EnableOwnerTermination: boolean
      .meta(docs('For Collabora: true if the owner may end the session for everyone.'))
      .optional(),
  },
)

/** Returns an ID without characters that WOPI discourages. */
const plainId = (id: string) => id.replaceAll('-', '')

/** Returns true if the client is Collabora; other editors may reject properties that only Collabora knows. */
export const isCollabora = (userAgent: string | undefined): boolean =>
  /\b(COOL|LOOL)WSD\b/.test(userAgent ?? '')

export const toFileInfo = async (
  { actor, file, canWrite, canEdit, canCopy, canManage, userInfo }: OpenFile,
  userAgent: string | undefined,
): Promise<z.output<typeof FileInfo>> => {
  const extension = extname(file.name)
  const link = file.size > maxFullSpeedBytes && (await downloadLink(file, fileLinkSeconds))
  return {
    BaseFileName: file.name,
    OwnerId: plainId(file.owner.id),
    UserId: plainId(actor.id),
    UserFriendlyName: actor.name,
    Size: file.size,
    Version: currentSaveId(file),
    LastModifiedTime: lastModifiedTime(file),
    SHA256: file.sha256 ?? undefined,
    FileExtension: extension || undefined,
    FileUrl: link ? link.url : undefined,
    BreadcrumbDocName: canWrite && !canEdit ? `${file.name} (read-only: too large to save)` : undefined,
    HostEditUrl: hostPageUrl(file.id, 'edit'),
    HostViewUrl: hostPageUrl(file.id, 'view'),
    FileNameMaxLength: 255 - extension.length,
    ReadOnly: !canEdit,
    UserCanWrite: canEdit,
    UserCanRename: canManage && canEdit,
    UserCanNotWriteRelative: !canCopy,
    SupportsLocks: canEdit,
    SupportsGetLock: canEdit,
    SupportsExtendedLockLength: canEdit,
    SupportsUpdate: canEdit,
    SupportsRename: canManage && canEdit,
    SupportsDeleteFile: canManage,
    SupportsUserInfo: true,
    UserInfo: userInfo,
    PostMessageOrigin: new URL(environment.publicUrl).origin,
    ...(isCollabora(userAgent) && { EnableOwnerTermination: file.owner.id === actor.id }),
  }
}

/**
 * Returns the time at which the contents were stored, as shown to editors and compared by them: S3 stores whole
 * seconds, and seven digits derived from the save (WOPI, "LastModifiedTime") distinguish two saves within one second.
 */
export const lastModifiedTime = (file: Pick<StoredFile, 'last_modified' | 'object_id' | 'save'>): string => {
  const digits = String(Number.parseInt(currentSaveId(file).slice(-12), 16) % 10_000_000).padStart(7, '0')
  return (file.last_modified as string).replace(/(\.\d+)?Z$/, `.${digits}Z`)
}

/** Returns the headers that identify the contents of a file, the same for every operation. */
export const contentsHeaders = (file: StoredFile): OutgoingHeaders => ({
  ETag: file.etag as string,
  'Last-Modified': new Date(file.last_modified as string).toUTCString(),
  'X-WOPI-ItemVersion': currentSaveId(file),
})
