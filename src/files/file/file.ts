import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { memberLists } from '../../platform/identity/members.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import {
  answeredId,
  line,
  Person,
  versioned,
  optionalTime,
  optionalText,
} from '../../platform/schema/fields.ts'
import { FileSave } from './save.ts'
import { FileText, textStatus, type TextSource } from '../stored-text/file-text.ts'

export const fileType = { type: 'file', path: '/files/{id}' } as const

/** Maximum size of an object stored by one PUT to S3 ("Uploading objects"). */
const maxFileBytes = 5 * 1024 ** 3

export const FilePermission = z
  .enum(['read', 'write'])
  .meta(docs('Permission for a file: read it, or also save it from the editor.'))
export type FilePermission = z.output<typeof FilePermission>

export const fileGrants = memberLists({
  right: { permission: FilePermission },
  max: 1_000,
  what: docs('Permissions of other people and of groups, at most 1,000.'),
})

/** Name of a file, without characters of a path. */
export const fileName = line(255)
  .refine((name) => !/[/\\]/.test(name), 'must be a name without a path')
  .refine((name) => name !== '.' && name !== '..', 'must be a name without a path')
  .meta(docs('Name with its extension, without a path.', { examples: ['minutes.pdf'] }))

export const mediaType = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(; ?[\w-]+=[\w."+-]+)*$/, 'must be a media type such as text/plain')

/** Editable fields of a file, except its grants; the history shows each of them. */
export const fileFields = {
  name: fileName,
}

/** Stored fields of a file that responses show. */
export const storedFields = {
  id: answeredId.meta(docs('ID of the file.')),
  ...fileFields,
  size: z
    .int()
    .min(0)
    .max(maxFileBytes)
    .meta(docs('Size in bytes, at most 5 GiB.', { examples: [18_432] })),
  content_type: mediaType
    .default('application/octet-stream')
    .meta(docs('Media type.', { examples: ['application/pdf'] })),
  status: z
    .enum(['uploading', 'ready'])
    .meta(docs('True if its bytes are uploaded. A file that is not uploaded within a day is deleted.')),
  etag: optionalText.meta(docs('`ETag` of the bytes, as in S3.', { maxLength: 100 })),
  last_modified: optionalTime.meta(docs('Time when the bytes were stored, as in S3.')),
  grants: fileGrants.shown.default([]),
  owner: Person.meta(docs('The person who created it.')),
  locked_until: optionalTime.meta(
    docs('Time when an editor’s lock on it expires; null if it is not locked.'),
  ),
  ...versioned,
}

/** People and groups who received a file by one change of its grants, and the time of the change; they are notified. */
export const FileSharing = z.object({
  user_ids: z.array(z.string()),
  group_ids: z.array(z.string()).default([]),
  by_id: z.string(),
  at: z.string(),
})
export type FileSharing = z.output<typeof FileSharing>

/** Time a file waits for its bytes, in seconds. */
export const uploadSeconds = 86_400

/**
 * Files. A file refers to one object of the bucket by `object_id`: objects are immutable, and a save creates another
 * one. `lock_id` is the editor's lock (WOPI), valid until `locked_until`. A file that has waited a day for its bytes is
 * deleted.
 */
export const files = entity({
  name: 'files.file',
  schema: z.object({
    ...storedFields,
    object_id: z.string(),
    /** SHA-256 of the bytes in Base64; absent if the bytes did not pass through this service. */
    sha256: optionalText,
    lock_id: optionalText,
    /** Sharings through which the present grants were given. */
    sharings: z.array(FileSharing).default([]),
    /** Save that created the present contents; null for the uploaded contents. */
    save: z.orNull(FileSave),
    /** True if the uploader chose the media type; else it follows from the name. */
    is_type_given: z.boolean().default(false),
    /** Outcome of extracting the newest text; it changes without a new version, so `If-Match` is not affected. */
    text: z.orNull(FileText),
  }),
  key: ({ id }: { id: string }) => ({ pk: `file#${id}`, sk: 'file' }),
  lists: {
    own: {
      index: 'gsi1',
      partition: ({ owner }: { owner: { id: string } }) => `files#${owner.id}`,
      sort: ({ id }) => id,
      order: 'descending',
    },
    named: {
      index: 'gsi2',
      partition: ({ owner, name }: { owner: { id: string }; name: string }) => `files#${owner.id}#${name}`,
      sort: ({ id }) => id,
      order: 'descending',
    },
  },
  detail: ['object_id', 'sha256', 'lock_id', 'sharings', 'save', 'is_type_given'],
  counters: ['text'],
  expires: ({ status, created_at }) => (status === 'uploading' ? uploadDeadline(created_at) : undefined),
})

export type StoredFile = ThingOf<typeof files>

export const fileSearchScope = 'files.file'

const uploadDeadline = (created_at: string) => Math.floor(Date.parse(created_at) / 1000) + uploadSeconds

/** Returns true if a file has waited too long for its bytes: it counts as deleted even before it is swept. */
export const isAbandoned = ({ status, created_at }: Pick<StoredFile, 'status' | 'created_at'>): boolean =>
  status === 'uploading' && Date.now() > uploadDeadline(created_at) * 1000

/** Returns a file for a response: without an expired lock, and with the text status of its present bytes. */
export const presentFile = <F extends { locked_until: string | null } & TextSource>(file: F) => ({
  ...file,
  locked_until: isLockedForEditing(file) ? file.locked_until : null,
  text_status: textStatus(file),
})

/** Returns true if an unexpired lock of an editor is on the file. */
export const isLockedForEditing = ({ locked_until }: { locked_until: string | null }): boolean =>
  locked_until !== null && Date.parse(locked_until) > Date.now()
