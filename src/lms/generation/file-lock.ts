import * as z from '../../platform/schema/schema.ts'
import { entity, keyWithin } from '../../platform/table/entity.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { users } from '../../platform/identity/user.ts'
import { courses, type StoredCourse } from '../course/course.ts'

/** Lock on a file of a person while a course is generated from it. */
export const fileLocks = entity({
  name: 'lms.generating',
  isInternal: true,
  schema: z.object({ user_id: z.string(), file_id: z.string(), course_id: z.string() }),
  key: keyWithin('user_id', users, ({ file_id }: { file_id: string }) => `generating#${file_id}`),
})

export const fileLockKey = ({ run, source }: StoredCourse) => ({
  user_id: run?.asked_by.id ?? '',
  file_id: source.file_id ?? '',
})

/** Returns the lock on a file, and its course while that is generating. */
export const findFileLock = async (user_id: string, file_id: string) => {
  const hold = await fileLocks.find({ user_id, file_id })
  const course = hold && (await courses.find({ id: hold.course_id }))
  return { hold, course: course?.status === 'generating' ? course : undefined }
}

export const toLockFile = (hold: object | undefined, course: StoredCourse): Operation => {
  const held = { ...fileLockKey(course), course_id: course.id }
  return hold ? fileLocks.toPut(held) : fileLocks.toCreate(held)
}
