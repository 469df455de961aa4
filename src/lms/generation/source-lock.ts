import { createHash } from 'node:crypto'
import * as z from '../../platform/schema/schema.ts'
import { entity, keyWithin } from '../../platform/table/entity.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { users } from '../../platform/identity/user.ts'
import { courses, type StoredCourse } from '../course/course.ts'

/** Lock on a source of a person, a file or several resources, while a course is generated from it. */
export const sourceLocks = entity({
  name: 'lms.generating',
  isInternal: true,
  schema: z.object({ user_id: z.string(), source: z.string(), course_id: z.string() }),
  key: keyWithin('user_id', users, ({ source }: { source: string }) => `generating#${source}`),
})

/** Returns a key of a source: the ID of its file, or a hash of its resources in their order. */
const sourceKey = ({ file_id, sources }: StoredCourse['source']): string => {
  if (file_id !== null) return file_id
  const ids = sources.map(({ type, id }) => `${type}#${id}`)
  return createHash('sha256').update(ids.join()).digest('base64url')
}

export const sourceLockKey = ({ run, source }: StoredCourse) => ({
  user_id: run?.asked_by.id ?? '',
  source: sourceKey(source),
})

/** Returns the lock on a source, and its course while that is generating. */
export const findSourceLock = async (user_id: string, source: StoredCourse['source']) => {
  const hold = await sourceLocks.find({ user_id, source: sourceKey(source) })
  const course = hold && (await courses.find({ id: hold.course_id }))
  return { hold, course: course?.status === 'generating' ? course : undefined }
}

export const toLockSource = (hold: object | undefined, course: StoredCourse): Operation => {
  const held = { ...sourceLockKey(course), course_id: course.id }
  return hold ? sourceLocks.toPut(held) : sourceLocks.toCreate(held)
}
