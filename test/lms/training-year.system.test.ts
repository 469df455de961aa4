import { afterEach, expect, test, vi } from 'vitest'
import { changeMembers } from '../../src/groups/group/members.ts'
import { setProgress } from '../../src/lms/learning/changes.ts'
import { groups } from '../../src/platform/identity/group.ts'
import { users } from '../../src/platform/identity/user.ts'
import { listEnrollments } from '../../src/lms/learning/endpoints/list-enrollments.ts'
import { sendScheduledMessages } from '../../src/scheduler.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { lambdaContext, settle } from '../support/world.ts'
import { assign, courseOf, daysAfter, groupOf, inDays, noticesOf, type Course } from './given-assignment.ts'
import { givenSafetyTraining } from './safety-training.ts'

afterEach(() => void vi.useRealTimers())

/** Number of people in the company, and the length of the story in days. */
const [size, days] = [60, 400]

/** Days between runs of the scheduler; it was down in between. */
const step = 7

/** Returns a function that draws the same numbers below `most` in each play. */
const drawing = (seed: number) => {
  let state = seed
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

/** Completes a course without a request, whose token would have expired long before the end of the story. */
const learn = async ({ id, name, role }: SignedIn, { id: course_id, chapters }: Course) => {
  for (const { id: lesson_id } of chapters.flatMap(({ lessons }) => lessons))
    await setProgress({ id, name, role, groups: [] }, course_id, lesson_id as string, true)
}

/**
 * Plays the year of a company: yearly training for everybody, and quarterly training for a group that people join and
 * leave; some complete their courses in time, some late, some never. A safety training beside them follows written
 * stories. Returns what is left, without IDs.
 */
const play = async (deliveries: number) => {
  const draw = drawing(42)
  const admin = await signedIn({ role: 'admin' })
  const people: SignedIn[] = []
  for (let index = 0; index < size; index += 1) people.push(await signedIn({ name: `Person ${index}` }))
  const [yearly, quarterly] = [await courseOf(admin, 'one', 'two'), await courseOf(admin, 'one')]
  const everybody = await groupOf(...people)
  const laboratory = await groups.get(await groupOf(...people.slice(0, 20)))
  const start = inDays(0)
  await assign(admin, yearly, { group_ids: [everybody.id], due_at: inDays(31), repeat_months: 12 })
  await assign(admin, quarterly, { group_ids: [laboratory.id], due_at: inDays(45), repeat_months: 3 })
  const safety = await givenSafetyTraining(admin, people.slice(40), start)

  for (let day = step; day <= days; day += step) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(daysAfter(start, day)) })
    await sendScheduledMessages({}, lambdaContext('scheduler'))
    await settle({ deliveries })
    vi.useRealTimers()
    const learner = people[draw(size)] as SignedIn
    const moved = people[draw(size)] as SignedIn
    const change = draw(2) === 0 ? 'join' : 'leave'
    const isLearning = draw(3) > 0
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(daysAfter(start, day)) + 3_600_000 })
    await Promise.all([
      changeMembers(laboratory, [await users.get(moved)], change),
      ...(isLearning ? [learn(learner, yearly)] : []),
      safety.play(day),
    ])
    await settle({ deliveries })
    vi.useRealTimers()
  }

  const rows = async ({ id }: { id: string }) =>
    (await made(listEnrollments, { as: admin, params: { id }, query: { limit: 100 } })).items
      .map(({ user, status, assigned, due_at, last_completed_at }) => ({
        name: user.name,
        status,
        assigned,
        due: due_at === null ? null : Math.round((Date.parse(due_at) - Date.parse(start)) / 86_400_000),
        learned:
          last_completed_at === null
            ? null
            : Math.round((Date.parse(last_completed_at) - Date.parse(start)) / 86_400_000),
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const notices = await Promise.all(people.map(noticesOf))
  return {
    yearly: await rows(yearly),
    quarterly: await rows(quarterly),
    notices: notices.map((list) => list.map(({ type }) => type).sort()),
    safety: await safety.outcome(),
  }
}

const missed = ['course_assigned', 'course_due_soon', 'course_overdue']
const reminded = ['course_assigned', 'certificate_expiring']

/** Outcome of the safety training, computed by hand: notifications, oldest first, and the days of certificates. */
const safetyOutcome = {
  people: {
    renewing: { notices: reminded, certified: [7, 357], round: 2, is_completed: true, is_assigned: true },
    second_try: { notices: reminded, certified: [14, 364], round: 2, is_completed: true, is_assigned: true },
    out_of_attempts: { notices: missed, certified: [], round: 1, is_completed: false, is_assigned: true },
    absent: { notices: missed, certified: [], round: 1, is_completed: false, is_assigned: true },
    leaving: { notices: reminded, certified: [7], round: 1, is_completed: true, is_assigned: false },
    late: {
      notices: ['course_assigned', 'course_overdue', 'certificate_expiring'],
      certified: [56],
      round: 2,
      is_completed: false,
      is_assigned: true,
    },
    not_renewing: {
      notices: [...reminded, 'course_due_soon', 'course_overdue'],
      certified: [7],
      round: 2,
      is_completed: false,
      is_assigned: true,
    },
  },
  assigner: ['course_overdue', 'course_overdue'],
  refusals: ['lms.no_attempts_left'],
}

test('a year of training ends the same, however often messages are delivered', async () => {
  const first = await play(1)
  const second = await play(2)

  expect(second).toEqual(first)
  expect(first.safety).toEqual(safetyOutcome)
  expect(first.yearly).toHaveLength(size)
  expect(first.yearly.every(({ assigned }) => assigned)).toBe(true)
  const assigned = first.notices.map((types) => types.filter((type) => type === 'course_assigned').length)
  expect(assigned.every((count) => count >= 1)).toBe(true)
})
