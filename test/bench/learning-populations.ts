import { listCertificates } from '../../src/lms/certificate/endpoints/list-certificates.ts'
import { courses } from '../../src/lms/course/course.ts'
import { listCourses } from '../../src/lms/endpoints/list-courses.ts'
import { certificates, makeCertificate } from '../../src/lms/enrollment/certificate.ts'
import { enrollments } from '../../src/lms/enrollment/enrollment.ts'
import { listEnrollments } from '../../src/lms/learning/endpoints/list-enrollments.ts'
import { users } from '../../src/platform/identity/user.ts'
import { givenCourse } from '../support/given-course.ts'
import { signedIn } from '../support/people.ts'
import { inThousands, store, titleOf } from './filling.ts'
import type { Population } from './populations.ts'

const pages = { 'page of 1': { limit: 1 }, 'page of 100': { limit: 100 } }

/** Times before the bench runs. */
const past = (n: number) => new Date(Date.UTC(2020, 0, 1) + n * 1_000).toISOString()

/** People enrolled in one course, as its author sees them; a tenth is overdue. */
export const participants = async (): Promise<Population> => {
  const as = await signedIn()
  const { id: course_id } = await givenCourse(as)
  return {
    title: 'GET /lms/courses/{id}/enrollments',
    handler: listEnrollments,
    request: { as, params: { id: course_id } },
    queries: { ...pages, 'overdue, page of 100': { status: 'overdue', limit: 100 } },
    // the names of the people, and the course
    maxRows: { 'page of 1': 10, 'page of 100': 210, 'overdue, page of 100': 320 },
    fill: (from, to) =>
      inThousands(from, to, async (indexes) => {
        const people = indexes.map((n) => users.make({ name: titleOf(n), role: 'user' }))
        await store(people.map((person) => users.toCreate(person)))
        await store(
          people.map(({ id: user_id }, index) => {
            const due_at = index % 10 === 0 ? past(from + index) : null
            const row = { course_id, user_id, outline_revision: 1, round: 1, due_at }
            return enrollments.toCreate(enrollments.make(row))
          }),
        )
      }),
  }
}

/** Courses in which one person is enrolled. */
export const ownCourses = async (): Promise<Population> => {
  const [as, { id, name }] = await Promise.all([signedIn(), signedIn()])
  return {
    title: 'GET /lms/courses?enrolled=true',
    handler: listCourses,
    request: { as },
    queries: {
      'page of 1': { enrolled: true, limit: 1 },
      'page of 100': { enrolled: true, limit: 100 },
    },
    // each course with its enrollment
    maxRows: { 'page of 1': 10, 'page of 100': 310 },
    fill: (from, to) =>
      inThousands(from, to, async (indexes) => {
        const made = indexes.map((n) =>
          courses.make({ title: titleOf(n), status: 'published', author: { id, name } }),
        )
        await store(made.map((course) => courses.toCreate(course)))
        await store(
          made.map((course) => {
            const row = { course_id: course.id, user_id: as.id, outline_revision: 1, round: 1 }
            return enrollments.toCreate(enrollments.make(row))
          }),
        )
      }),
  }
}

/** Certificates of one course, as its author sees them; all but the first are the author's. */
export const issuedCertificates = async (): Promise<Population> => {
  const [as, holder] = await Promise.all([signedIn(), signedIn()])
  const course = await givenCourse(as)
  const course_id = course.id
  return {
    title: 'GET /lms/certificates',
    handler: listCertificates,
    request: { as },
    queries: {
      'of a course, page of 1': { course_id, limit: 1 },
      'of a course, page of 100': { course_id, limit: 100 },
      'of a course and a person, page of 100': { course_id, user_id: holder.id, limit: 100 },
      'own, page of 1': { limit: 1 },
      'own, page of 100': { limit: 100 },
    },
    fill: (from, to) =>
      inThousands(from, to, (indexes) =>
        store(
          indexes.map((n) => {
            const certificate = { valid_months: null }
            const completion = {
              course: { ...course, certificate },
              person: n === 0 ? holder : as,
              at: past(n),
            }
            return certificates.toCreate(makeCertificate(completion))
          }),
        ),
      ),
  }
}
