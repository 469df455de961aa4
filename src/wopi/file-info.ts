import { docs } from '#docs'
import { extname } from 'node:path'
import { answeredCount } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { environment } from '../platform/runtime/environment.ts'
import type { OutgoingHeaders } from '../platform/http/answer/http-reply.ts'
import { downloadLink } from '../files/file/download.ts'
import { saveIdOf } from '../files/file/save.ts'
import type { StoredFile } from '../files/file/file.ts'
import { maxFullSpeedBytes } from './limits.ts'
import type { OpenFile } from './open-file.ts'
import { hostUrlOf } from './editor/host-url.ts'

/** How long the link to a large file is good, in seconds: for as long as a document loads. */
const fileLinkSeconds = 3_600

const text = z.string()
const boolean = z.boolean()

/** CheckFileInfo (WOPI): names as the protocol has them, and what is absent is left out. */
export const FileInfo = z.described(
  docs('What an editor needs to know about a file (WOPI).', { id: 'CheckFileInfo' }),
  {
    BaseFileName: text.meta(docs('Name with extension.', { maxLength: 255 })),
    OwnerId: text.meta(docs('Id of the owner.', { maxLength: 36 })),
    UserId: text.meta(docs('Id of the person who opened it.', { maxLength: 36 })),
    UserFriendlyName: text.meta(docs('Name of the person who opened it.', { maxLength: 255 })),
    Size: answeredCount.meta(docs('Size in bytes.')),
    Version: text.meta(docs('Changes whenever the contents change.', { maxLength: 100 })),
    LastModifiedTime: text.meta(docs('When the contents were stored.', { maxLength: 50 })),
    SHA256: text
      .meta(docs('SHA-256 of the contents in Base64; absent if unknown.', { maxLength: 44 }))
      .optional(),
    FileExtension: text.meta(docs('With the dot; absent if there is none.', { maxLength: 255 })).optional(),
    FileUrl: text
      .meta(docs('URL of contents larger than 10 MB, for a faster download.', { maxLength: 4_096 }))
      .optional(),
    BreadcrumbDocName: text
      .meta(docs('Display name, if it also says why the file is read-only.', { maxLength: 300 }))
      .optional(),
    HostEditUrl: text.meta(
      docs('Permanent URL at which a person opens the file for editing.', { maxLength: 2_048 }),
    ),
    HostViewUrl: text.meta(docs('The same, for viewing.', { maxLength: 2_048 })),
    FileNameMaxLength: answeredCount.meta(docs('Maximum length of a new name, without extension.')),
    ReadOnly: boolean.meta(docs('The person may not write, or the file is too large to save.')),
    UserCanWrite: boolean.meta(docs('The person may write, and the file can be saved.')),
    UserCanRename: boolean.meta(docs('The person may rename the file.')),
    UserCanNotWriteRelative: boolean.meta(docs('The person may not create other files.')),
    SupportsLocks: boolean.meta(docs('Supports LOCK, UNLOCK, REFRESH_LOCK and UnlockAndRelock.')),
    SupportsGetLock: boolean.meta(docs('Supports GET_LOCK.')),
    SupportsExtendedLockLength: boolean.meta(docs('Supports locks of up to 1 024 characters.')),
    SupportsUpdate: boolean.meta(docs('Supports PutFile and PUT_RELATIVE.')),
    SupportsRename: boolean.meta(docs('Supports RENAME_FILE.')),
    SupportsDeleteFile: boolean.meta(docs('Supports DELETE.')),
    SupportsUserInfo: boolean.meta(docs('Supports PUT_USER_INFO.')),
    UserInfo: text.meta(docs('What the editor stores for this person.', { maxLength: 1_024 })).optional(),
    PostMessageOrigin: text.meta(docs('Origin of the page around the editor.', { maxLength: 2_048 })),
    EnableOwnerTermination: boolean
      .meta(docs('For Collabora: the owner may end the session for everyone.'))
      .optional(),
  },
)

/** Ids without what WOPI wants avoided in them. */
const plainId = (id: string) => id.replaceAll('-', '')

/** Whether Collabora asks: others may refuse what only it knows. */
export const isCollabora = (userAgent: string | undefined): boolean =>
  /\b(COOL|LOOL)WSD\b/.test(userAgent ?? '')

/** What an editor has to know of a file that is open. */
export const fileInfoOf = async (
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
    Version: saveIdOf(file),
    LastModifiedTime: lastModifiedTime(file),
    SHA256: file.sha256 ?? undefined,
    FileExtension: extension || undefined,
    FileUrl: link ? link.url : undefined,
    BreadcrumbDocName: canWrite && !canEdit ? `${file.name} (read-only: too large to save)` : undefined,
    HostEditUrl: hostUrlOf(file.id, 'edit'),
    HostViewUrl: hostUrlOf(file.id, 'view'),
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
 * When the contents were stored, as editors are told it and compare it: the second as S3 has it, and behind
 * it seven digits (WOPI, "LastModifiedTime") that follow from the save, since two saves within one second
 * must not look alike.
 */
export const lastModifiedTime = (file: Pick<StoredFile, 'last_modified' | 'object_id' | 'save'>): string => {
  const digits = String(Number.parseInt(saveIdOf(file).slice(-12), 16) % 10_000_000).padStart(7, '0')
  return (file.last_modified as string).replace(/(\.\d+)?Z$/, `.${digits}Z`)
}

/** The headers that say which contents a file has: the same wherever the file is asked for. */
export const contentsHeaders = (file: StoredFile): OutgoingHeaders => ({
  ETag: file.etag as string,
  'Last-Modified': new Date(file.last_modified as string).toUTCString(),
  'X-WOPI-ItemVersion': saveIdOf(file),
})
