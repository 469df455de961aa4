import { randomUUID } from 'node:crypto'
import { createGroup } from '../../src/groups/endpoints/create-group.ts'
import { createAssignment } from '../../src/lms/assignment/endpoints/create-assignment.ts'
import { updateProgress } from '../../src/lms/endpoints/update-progress.ts'
import { enrollments } from '../../src/lms/enrollment/enrollment.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import type { BodyOf } from '../support/call.ts'
import { atTime } from '../support/clock.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

export const day = 86_400_000

/** Returns the time this number of days from now, in whole hours. */
export const inDays = (days: number): string => {
  const time = Math.floor(Date.now() / 3_600_000) * 3_600_000 + days * day
  return new Date(time).toISOString()
}

/** Returns the time this number of days after a time. */
export const daysAfter = (at: string, days: number): string =>
  new Date(Date.parse(at) + days * day).toISOString()

const givenGroup = async (owners: SignedIn[], members: SignedIn[]) => {
  const [owner_ids, member_ids] = [owners, members].map((people) => people.map(({ id }) => id))
  const body = { name: `Group ${randomUUID()}`, owner_ids, member_ids }
  return made(createGroup, { as: await signedIn({ role: 'admin' }), body })
}

export const groupOf = (...members: SignedIn[]) => givenGroup([], members)

export const groupOwnedBy = (owner: SignedIn, ...members: SignedIn[]) => givenGroup([owner], members)

export type Course = Awaited<ReturnType<typeof givenCourse>>

/** Creates a course of one lesson for each content. */
export const courseOf = (as: SignedIn, ...contents: string[]): Promise<Course> =>
  givenCourse(as, { chapters: [chapterOf(...contents)] })

/** Assigns a course, and waits for the consequences. */
export const assign = async (as: SignedIn, { id }: { id: string }, body: BodyOf<typeof createAssignment>) => {
  const assignment = await made(createAssignment, { as, params: { id }, body })
  await settle()
  return assignment
}

/** Completes all lessons of a course. */
export const completeAll = async (as: SignedIn, course: Course) => {
  for (const { id: lesson_id } of course.chapters.flatMap(({ lessons }) => lessons))
    await made(updateProgress, {
      as,
      params: { id: course.id },
      body: { lesson_id: lesson_id as string, completed: true },
    })
}

export const enrollmentOf = ({ id: user_id }: SignedIn, { id: course_id }: { id: string }) =>
  enrollments.find({ course_id, user_id })

const types = 'course_assigned,course_due_soon,course_overdue'

/** Returns the notifications of a person about assignments, oldest first. */
export const noticesOf = async (as: SignedIn) =>
  (await made(listNotifications, { as, query: { type: types } })).items.toReversed()

/** Creates an assignment of one person. */
export const givenAssignment = async (due_at: string | null = inDays(20)) => {
  const [author, person] = [await signedIn(), await signedIn()]
  const course = await courseOf(author, 'one')
  const assignment = await assign(author, course, { user_ids: [person.id], due_at })
  return { author, person, course, assignment, due_at }
}

/** Runs an action as an administrator who has just signed in, and handles each message twice. */
export const actAt = (at: string, act: (admin: SignedIn) => Promise<unknown>) =>
  atTime(at, async () => {
    await act(await signedIn({ role: 'admin' }))
    await settle({ deliveries: 2 })
  })

/** Activates or deactivates a person, whose sessions end. */
export const activateAt = (at: string, { id }: SignedIn, is_active: boolean) =>
  actAt(at, (as) => made(updateUser, { as, params: { id }, body: { is_active } }))
