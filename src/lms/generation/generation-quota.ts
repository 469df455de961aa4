import { problemDocs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { environment } from '../../platform/runtime/environment.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { entity, keyWithin, type ThingOf } from '../../platform/table/entity.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { users } from '../../platform/identity/user.ts'
import { courses, type StoredCourse } from '../course/course.ts'

type SlotKey = { user_id: string; number: number }

/**
 * Generation slots of a person: the limit is the number of slots, and each run takes one. A slot is free as soon as its
 * run has ended for any reason, so that no release is needed (decision 0033).
 */
const slots = entity({
  name: 'lms.generation_slot',
  isInternal: true,
  schema: z.object({
    user_id: z.string(),
    number: z.int(),
    course_id: z.string(),
    run_id: z.string(),
    version: z.int().default(1),
  }),
  key: keyWithin('user_id', users, ({ number }: { number: number }) => `generation-slot#${number}`),
})

/** A free slot, with its former content. */
type FreeSlot = SlotKey & { before: ThingOf<typeof slots> | undefined }

export const tooManyGenerating = problem('lms.too_many_generating', 429, {
  wording: (limit: number) => ({
    detail:
      `The maximum number of courses being generated for one person is ${limit} (LIMIT_GENERATING); wait until ` +
      'one of yours is ready or has failed.',
    retryAfter: 30,
  }),
  docs: problemDocs({
    meaning: 'The person has reached the limit of courses being generated (`LIMIT_GENERATING`).',
    example: [3],
  }),
})

/** Returns a free slot of a person; null if there is no limit. Throws 429 if all slots are taken. */
const requireFreeSlot = async (user_id: string): Promise<FreeSlot | null> => {
  const limit = environment.limitOf('GENERATING', 3)
  if (limit === 0) return null
  const keys = Array.from({ length: limit }, (_, number) => ({ user_id, number }))
  const taken = await slots.findMany(keys)
  const running = await courses.findMany(taken.map((slot) => ({ id: slot?.course_id ?? '' })))
  const isFree = (number: number) => {
    const course = running[number]
    return course?.status !== 'generating' || course.run?.id !== taken[number]?.run_id
  }
  const free = keys.find(({ number }) => isFree(number))
  if (!free) throw tooManyGenerating(limit)
  return { ...free, before: taken[free.number] }
}

const toReserve = ({ before, ...key }: FreeSlot, { id, run }: StoredCourse): Operation => {
  const taker = { course_id: id, run_id: run?.id ?? '' }
  return before ? slots.toUpdate(before, taker) : slots.toCreate(slots.make({ ...key, ...taker }))
}

/**
 * Returns a function that returns the writes taking a free slot for the run of a course, for the transaction of the
 * course; they conflict if another run takes the slot first. Throws 429 if no slot is free.
 */
export const reserveGeneration = async (user_id: string): Promise<(course: StoredCourse) => Operation[]> => {
  const slot = await requireFreeSlot(user_id)
  return (course) => (slot ? [toReserve(slot, course)] : [])
}
