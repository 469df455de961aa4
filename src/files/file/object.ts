import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'
import { epochSeconds } from '../../platform/runtime/time.ts'

export const objectKey = (file_id: string, object_id: string): string => `files/${file_id}/${object_id}`

/** Returns the object named by the form-encoded key of an S3 event; undefined for other keys. */
export const objectOfEvent = (key: string): { file_id: string; object_id: string } | undefined => {
  const [, file_id, object_id] =
    /^files\/([^/]+)\/([^/]+)$/.exec(decodeURIComponent(key.replaceAll('+', ' '))) ?? []
  return file_id && object_id ? { file_id, object_id } : undefined
}

/**
 * Objects of the bucket that may belong to no file: one that is being stored, or one that was replaced. At `expires_at`
 * the table's TTL removes this item, and the object with it unless the file refers to it.
 */
export const looseObjects = entity({
  name: 'files.loose_object',
  schema: z.object({
    file_id: z.string(),
    id: z.string(),
    expires_at: z.int(),
    /** True if a link lets a client store the object, even after its file is deleted. */
    is_upload: z.boolean().default(false),
  }),
  key: ({ file_id, id }: { file_id: string; id: string }) => ({ pk: `file#${file_id}`, sk: `object#${id}` }),
  expires: ({ expires_at }) => expires_at,
})

/** Returns a record of an object that is about to be stored and is checked after `seconds`. */
export const makeLooseObject = (file_id: string, id: string, seconds: number, is_upload = false) =>
  looseObjects.make({ file_id, id, expires_at: epochSeconds() + seconds, is_upload })
