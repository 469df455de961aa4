import { enrollments } from '../../src/lms/enrollment/enrollment.ts'
import { users } from '../../src/platform/identity/user.ts'
import type { CallOptions } from '../support/call.ts'
import { givenCourse } from '../support/given-course.ts'
import { signedIn } from '../support/people.ts'
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
      users.make({ name: `Person ${index}` }),
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

export const learningScenarios: Scenario[] = [
  enrolled('page of 100', 2, {}),
  enrolled('overdue, page of 100', 2, { status: 'overdue' }),
]
