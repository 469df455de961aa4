import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'
import { epochSeconds } from '../../platform/runtime/time.ts'

export const objectKey = (file_id: string, object_id: string): string => `files/${file_id}/${object_id}`

/** Which object a key of an event is that S3 has sent, where it is written as in a form; undefined for others. */
export const objectOfEvent = (key: string): { file_id: string; object_id: string } | undefined => {
  const [, file_id, object_id] =
    /^files\/([^/]+)\/([^/]+)$/.exec(decodeURIComponent(key.replaceAll('+', ' '))) ?? []
  return file_id && object_id ? { file_id, object_id } : undefined
}

/**
 * An object of the bucket that may belong to nothing: one that is being stored, or that a newer one has
 * replaced. When its time is over the table's TTL removes this item, and with it goes the object, unless the
 * file points to it.
 */
export const looseObjects = entity({
  name: 'files.loose_object',
  schema: z.object({ file_id: z.string(), id: z.string(), expires_at: z.int() }),
  key: ({ file_id, id }: { file_id: string; id: string }) => ({ pk: `file#${file_id}`, sk: `object#${id}` }),
  expires: ({ expires_at }) => expires_at,
})

/** An object that is about to be stored, and is looked at after `seconds`. */
export const makeLooseObject = (file_id: string, id: string, seconds: number) =>
  looseObjects.make({ file_id, id, expires_at: epochSeconds() + seconds })
