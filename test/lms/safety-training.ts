import { changeMembers } from '../../src/groups/group/members.ts'
import { addAttempt } from '../../src/lms/attempt/attempts.ts'
import { listCertificates } from '../../src/lms/certificate/endpoints/list-certificates.ts'
import { groups } from '../../src/platform/identity/group.ts'
import { users } from '../../src/platform/identity/user.ts'
import { Problem } from '../../src/platform/runtime/problem.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { givenCourse } from '../support/given-course.ts'
import { quizLesson, rightAnswers } from '../support/given-quiz.ts'
import { made } from '../support/given.ts'
import type { SignedIn } from '../support/people.ts'
import { assign, day, daysAfter, enrollmentOf, groupOf } from './given-assignment.ts'

/** An action of a person on a day: passing or failing the quiz, joining or leaving the group that must pass it. */
type Step = [on: number, what: 'passes' | 'fails' | 'joins' | 'leaves']

/** The year of each person of the safety training; days are multiples of 7. */
const stories = {
  renewing: [
    [7, 'passes'],
    [357, 'passes'],
  ],
  second_try: [
    [7, 'fails'],
    [14, 'passes'],
    [357, 'fails'],
    [364, 'passes'],
  ],
  out_of_attempts: [
    [7, 'fails'],
    [14, 'fails'],
    [21, 'passes'],
  ],
  absent: [],
  leaving: [
    [7, 'passes'],
    [203, 'leaves'],
  ],
  late: [
    [49, 'joins'],
    [56, 'passes'],
  ],
  not_renewing: [[7, 'passes']],
} satisfies Record<string, Step[]>

type Name = keyof typeof stories

const names = Object.keys(stories) as Name[]

const types = 'course_assigned,course_due_soon,course_overdue,certificate_expiring'

/**
 * Assigns a quiz of two attempts, whose certificate expires after a year, to a group of the first of these people;
 * `start` is the beginning of the year. Returns functions that play a day and tell the outcome.
 */
export const givenSafetyTraining = async (admin: SignedIn, people: SignedIn[], start: string) => {
  const learners = Object.fromEntries(names.map((name, index) => [name, people[index]])) as Record<
    Name,
    SignedIn
  >
  const course = await givenCourse(admin, {
    certificate: { valid_months: 12 },
    chapters: [{ title: 'Safety', lessons: [quizLesson({ max_attempts: 2 })] }],
  })
  const members = names.filter((name) => name !== 'late').map((name) => learners[name])
  const group = await groups.get(await groupOf(...members))
  await assign(admin, course, { group_ids: [group.id], due_at: daysAfter(start, 31) })
  const lesson_id = course.chapters[0]!.lessons[0]!.id as string
  const refusals: string[] = []

  const takeQuiz = async ({ id, name, role }: SignedIn, isPassing: boolean) => {
    const given = { course_version: 1, answers: isPassing ? rightAnswers : [] }
    await addAttempt({ id, name, role, groups: [] }, course.id, lesson_id, given).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
      refusals.push(error.code)
    })
  }

  const act = async (who: SignedIn, what: Step[1]) => {
    if (what === 'joins' || what === 'leaves')
      await changeMembers(group, [await users.get(who)], what === 'joins' ? 'join' : 'leave')
    else await takeQuiz(who, what === 'passes')
  }

  const noticesOf = async (as: SignedIn) =>
    (await made(listNotifications, { as, query: { type: types, limit: 100 } })).items
      .filter(({ resource }) => resource?.id === course.id)
      // time stands still on a day, so that notifications of one day are in no order
      .toSorted((a, b) => (a.created_at + a.type < b.created_at + b.type ? -1 : 1))
      .map(({ type }) => type)

  const daysOf = (time: string) => Math.round((Date.parse(time) - Date.parse(start)) / day)

  const outcomeOf = async (as: SignedIn) => {
    const certificates = await made(listCertificates, { as, query: { course_id: course.id } })
    const enrollment = await enrollmentOf(as, course)
    return {
      notices: await noticesOf(as),
      certified: certificates.items.map(({ issued_at }) => daysOf(issued_at)).toReversed(),
      round: enrollment?.round,
      is_completed: enrollment?.completed_at !== null,
      is_assigned: enrollment?.assignment_ids.length === 1,
    }
  }

  return {
    /** Lets each person do what their story says for a day. */
    play: async (on: number) => {
      for (const name of names)
        for (const [when, what] of stories[name] as Step[]) if (when === on) await act(learners[name], what)
    },
    outcome: async () => ({
      people: Object.fromEntries(
        await Promise.all(names.map(async (name) => [name, await outcomeOf(learners[name])] as const)),
      ) as Record<Name, Awaited<ReturnType<typeof outcomeOf>>>,
      assigner: await noticesOf(admin),
      refusals,
    }),
  }
}
