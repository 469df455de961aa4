import { randomUUID } from 'node:crypto'
import { createCategory } from '../../src/lms/endpoints/create-category.ts'
import { createCourse } from '../../src/lms/endpoints/create-course.ts'
import { enrollCourse } from '../../src/lms/endpoints/enroll-course.ts'
import type { BodyOf } from './call.ts'
import { made } from './given.ts'
import { signedIn, type SignedIn } from './people.ts'

/** Creates a course of `as`, published unless `status` says otherwise. */
export const givenCourse = (as: SignedIn, fields: Partial<BodyOf<typeof createCourse>> = {}) =>
  made(createCourse, { as, body: { title: `Course ${randomUUID()}`, ...fields } })

/** Returns a chapter of lessons with these contents. */
export const chapterOf = (...contents: string[]) => ({
  title: 'A chapter',
  lessons: contents.map((content, index) => ({ title: `Lesson ${index + 1}`, content })),
})

export const givenCategory = async (fields: Partial<BodyOf<typeof createCategory>> = {}) =>
  made(createCategory, {
    as: await signedIn({ role: 'admin' }),
    body: { name: `Category ${randomUUID()}`, ...fields },
  })

export const enroll = (as: SignedIn, course: { id: string }) =>
  made(enrollCourse, { as, params: { id: course.id } })
