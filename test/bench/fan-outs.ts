import { randomUUID } from 'node:crypto'
import { createAssignment } from '../../src/lms/assignment/endpoints/create-assignment.ts'
import { enrollments } from '../../src/lms/enrollment/enrollment.ts'
import { createEvent } from '../../src/lms/event/endpoints/create-event.ts'
import { assignedPeople, eventChanges } from '../../src/lms/queues.ts'
import { placeEvents } from '../../src/lms/workers/place-events.ts'
import { settleAssigned } from '../../src/lms/workers/settle-assigned.ts'
import { groups } from '../../src/platform/identity/group.ts'
import { users } from '../../src/platform/identity/user.ts'
import { groupMemberships } from '../../src/groups/group/group.ts'
import type { QueueMessage } from '../../src/platform/events/message-kind.ts'
import type { Key } from '../../src/platform/table/operation.ts'
import type { Worker } from '../../src/platform/events/worker.ts'
import { revisionEvents } from '../../src/wiki/queues.ts'
import { subscriptions } from '../../src/wiki/page/subscription.ts'
import { notifySubscribers } from '../../src/wiki/workers/notify-subscribers.ts'
import { givenCourse } from '../support/given-course.ts'
import { givenOwnPage, made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { inThousands, store } from './filling.ts'

/** Change that a recursive worker announces to many people. */
export interface FanOut {
  name: string
  worker: Worker
  /** Prefix of the key of a person's row; the person's ID follows `pk`. */
  row: Key
  /** Creates this many affected people; returns their IDs and the first message. */
  given: (count: number) => Promise<{ first: QueueMessage; people: Set<string> }>
}

/** Creates this many people, writing a thousand at a time into the table. */
const people = async (count: number, write: (user_ids: string[]) => Promise<void>): Promise<Set<string>> => {
  const ids = Array.from({ length: count }, () => randomUUID())
  await inThousands(0, count, (indexes) => write(indexes.map((index) => ids[index] as string)))
  return new Set(ids)
}

const revisionOfPage: FanOut = {
  name: 'wiki/notify-subscribers',
  worker: notifySubscribers,
  row: { pk: 'user#', sk: 'notification#' },
  given: async (count) => {
    const { page } = await givenOwnPage()
    const page_id = page.id as string
    // the author is a subscriber too, but is not notified
    const told = await people(count - 1, (ids) =>
      store(ids.map((user_id) => subscriptions.toCreate(subscriptions.make({ page_id, user_id, since: 0 })))),
    )
    return { first: revisionEvents.message({ page_id, number: 1 }), people: told }
  },
}

const startAt = '2030-01-07T09:00:00.000Z'

const eventOfCourse: FanOut = {
  name: 'lms/place-events',
  worker: placeEvents,
  row: { pk: 'calendar#', sk: startAt },
  given: async (count) => {
    const author = await signedIn()
    const { id } = await givenCourse(author)
    const course_id = id as string
    const body = { title: 'First meeting', start_at: startAt, course_id }
    const event = await made(createEvent, { as: author, body })
    const enrolled = await people(count, (ids) =>
      store(
        ids.map((user_id) =>
          enrollments.toCreate(enrollments.make({ course_id, user_id, outline_revision: 1 })),
        ),
      ),
    )
    const first = eventChanges.message({ event_id: event.id as string, course_id, was_at: null })
    return { first, people: enrolled.add(author.id) }
  },
}

const assignmentOfGroup: FanOut = {
  name: 'lms/settle-assigned',
  worker: settleAssigned,
  row: { pk: 'user#', sk: 'notification#' },
  given: async (count) => {
    const admin = await signedIn({ role: 'admin' })
    const { id: course_id } = await givenCourse(admin)
    const group = await groups.create(groups.make({ name: 'Everybody' }))
    const body = { group_ids: [group.id], due_at: startAt }
    const assignment = await made(createAssignment, { as: admin, params: { id: course_id }, body })
    const members = await people(count, (ids) =>
      store(
        ids.flatMap((id) => {
          const user = { id, name: 'Ada Lovelace' }
          const membership = { user_id: id, user, group_id: group.id, created_at: group.created_at }
          return [
            users.toPut(users.make({ ...user, role: 'user', group_ids: [group.id] })),
            groupMemberships.toPut(groupMemberships.make(membership)),
          ]
        }),
      ),
    )
    const first = assignedPeople.message({
      course_id,
      assignment_id: assignment.id,
      people: { group_id: group.id },
    })
    return { first, people: members }
  },
}

export const fanOuts = [revisionOfPage, eventOfCourse, assignmentOfGroup]
