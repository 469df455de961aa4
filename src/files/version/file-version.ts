import { docs } from '#docs'
import { epochSeconds, now } from '../../platform/runtime/time.ts'
import { Person, timestamp, pathNumber } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity, keyBelow, type ThingOf } from '../../platform/table/entity.ts'
import { readAll } from '../../platform/table/list/list.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { currentVersionNumber } from '../file/save.ts'
import { File } from '../file/response.ts'
import { files, type StoredFile } from '../file/file.ts'

/** Maximum number of replaced versions of a file, newest first (decision 0028). */
export const maxVersions = 100

/** Time a version is kept after it was replaced, in seconds. */
const keptSeconds = 30 * 86_400

export const versionNumber = pathNumber().meta(docs('Number of the version, starting at 1.'))

const { size, content_type } = File.shape
export const FileVersion = z.described(
  docs('The contents of a file from one save to the next.', { id: 'FileVersion' }),
  {
    number: z.int().meta(docs('Version number, starting at 1.', { minimum: 1, examples: [3] })),
    size,
    content_type,
    author: Person.meta(docs('The person who saved it.')),
    saved_at: timestamp.meta(docs('Time of the save.')),
    is_current: z.boolean().meta(docs('True if it is the current version.')),
  },
)

/** Replaced contents of files, in the partition of the file; the present contents are in the file item itself. */
export const fileVersions = entity({
  name: 'files.version',
  schema: FileVersion.omit({ is_current: true }).extend({
    file_id: z.string(),
    object_id: z.string(),
    etag: z.string().nullable(),
    last_modified: timestamp.nullable(),
    sha256: z.string().nullable(),
    replaced_at: timestamp,
    expires_at: z.int(),
  }),
  ...keyBelow(
    'file_id',
    files,
    'version',
    ({ number }: { number: number }) => String(number).padStart(10, '0'),
    'descending',
  ),
  expires: ({ expires_at }) => expires_at,
})

export type StoredVersion = ThingOf<typeof fileVersions>

/** Returns the present contents of a file as a version, to be stored when other contents replace them. */
export const presentVersion = (file: StoredFile): StoredVersion => {
  const { id: file_id, size, content_type, object_id, etag, last_modified, sha256, save, owner } = file
  return {
    file_id,
    size,
    content_type,
    object_id,
    etag,
    last_modified,
    sha256,
    number: currentVersionNumber(file),
    author: save?.author ?? owner,
    saved_at: save?.at ?? last_modified ?? file.created_at,
    replaced_at: now(),
    expires_at: epochSeconds() + keptSeconds,
  }
}

/** Returns the writes that store the present contents as a version, and remove the version beyond the limit. */
export const toKeepVersion = (file: StoredFile): Operation[] => {
  if (file.status !== 'ready') return []
  const version = presentVersion(file)
  const surplus = { file_id: file.id, number: version.number - maxVersions }
  return [fileVersions.toPut(version), ...(surplus.number > 0 ? [fileVersions.toRemove(surplus)] : [])]
}

/** Returns true until a version expires, even if it is not yet swept. */
export const isRetained = ({ expires_at }: StoredVersion): boolean => expires_at > epochSeconds()

/** Returns the replaced versions, newest first, in one round trip. */
export const retainedVersions = async (file_id: string): Promise<StoredVersion[]> =>
  (await readAll(fileVersions.in('all', { file_id }))).filter(isRetained).slice(0, maxVersions)

/** Returns true if a replaced version of a file has this object. */
export const isVersion = async (file_id: string, object_id: string): Promise<boolean> =>
  (await retainedVersions(file_id)).some((version) => version.object_id === object_id)
