import { createAssignment } from '../../src/lms/assignment/endpoints/create-assignment.ts'
import { certificates, makeCertificate } from '../../src/lms/enrollment/certificate.ts'
import { enrollments } from '../../src/lms/enrollment/enrollment.ts'
import { users } from '../../src/platform/identity/user.ts'
import type { CallOptions } from '../support/call.ts'
import { givenCourse } from '../support/given-course.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { store } from './filling.ts'
import type { Scenario } from './scenarios.ts'

const peopleOfCourse = 100

/** Creates a scenario on a course in which 100 people are enrolled, as its author. */
const enrolled = (of: string, trips: number, query: CallOptions['query']): Scenario => ({
  endpoint: 'lms-list-enrollments',
  of,
  trips,
  given: async () => {
    const as = await signedIn()
    const { id: course_id } = await givenCourse(as)
    const people = Array.from({ length: peopleOfCourse }, (_, index) =>
      users.make({ name: `Person ${index}`, role: 'user' }),
    )
    await store(
      people.flatMap((person) => [
        users.toCreate(person),
        enrollments.toCreate(enrollments.make({ course_id, user_id: person.id, outline_revision: 1 })),
      ]),
    )
    return () => ({ as, params: { id: course_id }, query: { limit: peopleOfCourse, ...query } })
  },
})

const soon = new Date(Date.now() + 30 * 86_400_000).toISOString()

/** Creates a scenario on an assignment of ten people; its endpoint runs once on each assignment if it ends it. */
const onAssignment = (
  endpoint: string,
  trips: number,
  options: (world: { course_id: string; id: string; user_ids: string[] }) => CallOptions,
  isOnce = false,
): Scenario => ({
  endpoint,
  trips,
  ...(isOnce && { isOnce }),
  given: async () => {
    const as = await signedIn()
    const { id: course_id } = await givenCourse(as)
    const people = Array.from({ length: 10 }, (_, index) =>
      users.make({ name: `Person ${index}`, role: 'user' }),
    )
    await store(people.map((person) => users.toCreate(person)))
    const user_ids = people.map(({ id }) => id)
    const body = { user_ids, due_at: soon }
    const { id } = await made(createAssignment, { as, params: { id: course_id }, body })
    return () => ({ as, ...options({ course_id, id, user_ids }) })
  },
})

interface Issued {
  author: SignedIn
  holder: SignedIn
  course_id: string
  certificate: { id: string; code: string }
}

/** Creates a scenario on a person with 100 certificates of one course. */
const onCertificates = (
  endpoint: string,
  of: string | undefined,
  trips: number,
  options: (world: Issued) => CallOptions,
): Scenario => ({
  endpoint,
  ...(of !== undefined && { of }),
  trips,
  given: async () => {
    const [author, holder] = await Promise.all([signedIn(), signedIn()])
    const course = { ...(await givenCourse(author)), certificate: { valid_months: null } }
    const issued = Array.from({ length: 100 }, () =>
      makeCertificate({ course, person: holder, at: new Date().toISOString() }),
    )
    await store(issued.map((one) => certificates.toCreate(one)))
    return () => options({ author, holder, course_id: course.id, certificate: issued[0]! })
  },
})

const certificateScenarios = [
  ...[1, 100].flatMap((limit) => [
    onCertificates('lms-list-certificates', `page of ${limit}`, 1, ({ holder: as }) => ({
      as,
      query: { limit },
    })),
    onCertificates(
      'lms-list-certificates',
      `of a course, page of ${limit}`,
      2,
      ({ author: as, course_id }) => ({
        as,
        query: { course_id, limit },
      }),
    ),
  ]),
  onCertificates('lms-read-certificate', undefined, 1, ({ holder: as, certificate: { id } }) => ({
    as,
    params: { id },
  })),
  onCertificates('lms-verify-certificate', undefined, 1, ({ certificate: { code } }) => ({
    params: { code },
  })),
]

export const learningScenarios: Scenario[] = [
  onAssignment('lms-create-assignment', 2, ({ course_id, user_ids }) => ({
    params: { id: course_id },
    body: { user_ids, due_at: soon },
  })),
  onAssignment('lms-list-assignments', 3, () => ({ query: { limit: 100 } })),
  onAssignment('lms-delete-assignment', 3, ({ id }) => ({ params: { id } }), true),
  enrolled('page of 100', 2, {}),
  enrolled('overdue, page of 100', 2, { status: 'overdue' }),
  ...certificateScenarios,
]
