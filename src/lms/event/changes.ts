import type { Actor } from '../../platform/identity/actor.ts'
import { requireFixed } from '../../platform/schema/update-fields.ts'
import { invalid, problem, type Problem } from '../../platform/runtime/problem.ts'
import { transact } from '../../platform/table/table.ts'
import type { Changes, IfMatch } from '../../platform/table/changes.ts'
import { mayChangeEvents, notTheAuthor } from '../course/access.ts'
import { linkTo } from '../../platform/resource.ts'
import { courses, courseType, type StoredCourse } from '../course/course.ts'
import { events, presentEvent, type PresentEvent, type StoredEvent } from '../../calendar/event.ts'
import { changesTimes, requireTimes } from './times.ts'
import { findCourse } from '../course/visible-courses.ts'

const ofEvent = 'Only administrators, and for events of a course its author, may do this.'

/** Returns the problem for callers who may not perform this operation on an event. */
export const notTheAuthorOfEvent = (when: string) => notTheAuthor.as({ when, example: [ofEvent] })

export const eventFollows = problem(
  'lms.event_follows',
  409,
  'This event is derived from a course or a task; change the course or task instead.',
)

const requireEventAuthor = (actor: Actor, course: StoredCourse | undefined) => {
  if (!mayChangeEvents(actor, course)) throw notTheAuthor(ofEvent)
}

/** Returns the course of an event, if it has one; throws `absent` if the caller cannot see the course. */
const findEventCourse = async (
  actor: Actor,
  { course_id }: Pick<StoredEvent, 'course_id'>,
  absent: () => Problem = events.absent,
) => (course_id === null ? undefined : (await findCourse(actor, course_id, absent)).course)

type Fields = Omit<Parameters<typeof events.make>[0], 'id' | 'audience' | 'resource' | 'user_ids'> &
  Pick<StoredEvent, 'start_at' | 'end_at' | 'all_day' | 'timezone' | 'course_id'>

/** Creates an event for a course, or for everybody without one; throws 422 if the course does not exist, 403. */
export const addEvent = async (actor: Actor, fields: Fields): Promise<PresentEvent> => {
  requireTimes(fields)
  const noCourse = () => invalid('course_id', 'must be the ID of a course')
  const course = await findEventCourse(actor, fields, noCourse)
  requireEventAuthor(actor, course)
  const event = events.make({
    ...fields,
    audience: course ? 'course' : 'everybody',
    resource: course ? linkTo(courseType, course) : null,
  })
  const held = course ? [{ ...courses.toRequire(course), otherwise: noCourse() }] : []
  await transact([events.toCreate(event), ...held])
  return presentEvent(event)
}

/** Returns an event with its course; throws 404 if it does not exist or the caller may not see it. */
export const findEvent = async (actor: Actor, id: string) => {
  const event = await events.get({ id })
  if (event.audience === 'people' && !event.user_ids.includes(actor.id) && actor.role !== 'admin')
    throw events.absent()
  return { event, course: await findEventCourse(actor, event) }
}

/**
 * Returns the course of a deleted event, if it has one; throws 404 if the caller cannot see the course, 403 if the
 * caller may not create events in it, 409 for a derived event.
 */
export const requireEventPlace = async (actor: Actor, event: StoredEvent) => {
  const course = await findEventCourse(actor, event)
  requireEventAuthor(actor, course)
  requireEditable(event)
  return course
}

const requireEditable = ({ type }: StoredEvent) => {
  if (type !== 'session' && type !== 'deadline') throw eventFollows()
}

const requireEvent = async (actor: Actor, id: string) => {
  const found = await findEvent(actor, id)
  requireEventAuthor(actor, found.course)
  return found
}

/** Changes an event; throws 403, 412, and 409 for a derived event. */
export const changeEvent = async (
  actor: Actor,
  id: string,
  changes: Changes<StoredEvent>,
  course_id: StoredEvent['course_id'] | undefined,
  ifMatch: IfMatch,
) => {
  const { event: first, course } = await requireEvent(actor, id)
  requireFixed(first, { course_id }, 'an event cannot move to another course')
  const changed = await events.update(
    first,
    (current) => {
      events.toUpdate(current, {}, ifMatch)
      requireEditable(current)
      if (changesTimes(changes)) requireTimes(events.toUpdate(current, changes).thing)
      return changes
    },
    ifMatch,
  )
  return presentEvent(changed, course)
}

/** Deletes an event; throws 403, 412, and 409 for a derived event. */
export const removeEvent = async (actor: Actor, id: string, ifMatch: IfMatch) =>
  events.modify((await requireEvent(actor, id)).event, async (current) => {
    const removal = events.toRemoveRead(current, [], ifMatch)
    requireEditable(current)
    await transact([removal])
  })
