import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listAttempts } from '../../src/lms/attempt/endpoints/list-attempts.ts'
import { createAttempt } from '../../src/lms/attempt/endpoints/create-attempt.ts'
import { listCertificates } from '../../src/lms/certificate/endpoints/list-certificates.ts'
import { courses } from '../../src/lms/course/course.ts'
import { updateProgress } from '../../src/lms/endpoints/update-progress.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { sendScheduledMessages } from '../../src/scheduler.ts'
import { call, eventOf, raw, type CallOptions } from '../support/call.ts'
import { enroll, givenCourse } from '../support/given-course.ts'
import { quizLesson, rightAnswers } from '../support/given-quiz.ts'
import { made } from '../support/given.ts'
import { isKilledAt, killAtEachCall, startKillingProxy, type FatalCall } from '../support/killed-process.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { lambdaContext, settle } from '../support/world.ts'
import { day, enrollmentOf } from './given-assignment.ts'

const proxy = await startKillingProxy()

// an earlier test has moved the position of the scheduler ahead
beforeEach(() => sendScheduledMessages({}, lambdaContext('scheduler')))

afterEach(() => void vi.useRealTimers())

/** Time after which a retry takes over the Idempotency-Key of a killed request (ms). */
const leaseMilliseconds = 31_000

const givenTraining = async () => {
  const course = await givenCourse(await signedIn(), {
    certificate: { valid_months: 12 },
    chapters: [{ title: 'One', lessons: [{ title: 'Text', content: 'Lock it.' }, quizLesson()] }],
  })
  const [text, quiz] = course.chapters[0]!.lessons
  const readText = (as: SignedIn): CallOptions => ({
    as,
    params: { id: course.id },
    body: { lesson_id: text!.id, completed: true },
  })
  const takeQuiz = (as: SignedIn): CallOptions => ({
    as,
    params: { id: course.id, lesson_id: quiz!.id },
    body: { course_version: 1, answers: rightAnswers },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  return { course, quiz: { id: course.id, lesson_id: quiz!.id as string }, readText, takeQuiz }
}

type Training = Awaited<ReturnType<typeof givenTraining>>

interface Ending {
  handler: EndpointHandler
  file: string
  request: (training: Training) => (as: SignedIn) => CallOptions
  /** The other lesson, which the person completes before. */
  before: (training: Training, as: SignedIn) => Promise<unknown>
  /** Status or code of all responses to repeated requests. */
  retries: (string | number)[]
}

const endings: Record<string, Ending> = {
  'a lesson': {
    handler: updateProgress,
    file: 'src/lms/endpoints/update-progress.ts',
    request: ({ readText }) => readText,
    before: ({ takeQuiz }, as) => made(createAttempt, raw(takeQuiz(as))),
    retries: [200],
  },
  'a quiz': {
    handler: createAttempt,
    file: 'src/lms/attempt/endpoints/create-attempt.ts',
    request: ({ takeQuiz }) => takeQuiz,
    before: ({ readText }, as) => made(updateProgress, raw(readText(as))),
    // a request that was done does not take the quiz a second time
    retries: [201, 'request.done_before'],
  },
}

/**
 * Completes the course in a process that is killed at a call, and repeats the request. `retry` is the status or code of
 * the response.
 */
const completeTwice = async (
  training: Training,
  { handler, file, request, before }: Ending,
  fatal: FatalCall,
) => {
  const learner = await signedIn()
  await enroll(learner, training.course)
  await before(training, learner)
  const sent = request(training)(learner)
  const isKilled = await isKilledAt(proxy, [file], eventOf(handler, sent), fatal)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + leaseMilliseconds })
  const { status, headers } = await call(handler, sent)
  vi.useRealTimers()
  return { learner, isKilled, retry: headers['x-error-code'] ?? status }
}

const outcomeOf = async (as: SignedIn, { course, quiz }: Training) => {
  const [certificates, attempts, reminders, enrollment] = await Promise.all([
    made(listCertificates, { as }),
    made(listAttempts, { as, params: quiz }),
    made(listNotifications, { as, query: { type: 'certificate_expiring' } }),
    enrollmentOf(as, course),
  ])
  return {
    certificates: certificates.items.map(({ id }) => id === enrollment?.certificate_id),
    attempts: attempts.items.map(({ number, passed }) => [number, passed]),
    reminders: reminders.items.length,
    completed: enrollment?.completed_count,
    completed_at: certificates.items[0]?.issued_at === enrollment?.completed_at,
  }
}

describe('A request that completes a course', () => {
  test.each(Object.entries(endings))(
    'completes it once with %s, wherever its process is killed and the client repeats it',
    async (_, ending) => {
      const training = await givenTraining()
      const learners: SignedIn[] = []
      const retries = new Set<string | number>()
      const calls = await killAtEachCall(async (fatal) => {
        const { learner, retry, isKilled } = await completeTwice(training, ending, fatal)
        learners.push(learner)
        retries.add(retry)
        return isKilled
      })
      await settle({ deliveries: 2 })
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 340 * day })
      await sendScheduledMessages({}, lambdaContext('scheduler'))
      await settle({ deliveries: 2 })
      vi.useRealTimers()

      const outcomes = await Promise.all(learners.map((learner) => outcomeOf(learner, training)))

      const once = {
        certificates: [true],
        attempts: [[1, true]],
        reminders: 1,
        completed: 2,
        completed_at: true,
      }
      expect(outcomes).toEqual(learners.map(() => once))
      expect((await courses.get(training.course)).enrollment_count).toBe(learners.length)
      expect(calls).toBeGreaterThan(3)
      expect(retries).toEqual(new Set(ending.retries))
    },
  )
})
