import { problemDocs } from '#docs'
import * as z from '../platform/schema/schema.ts'
import { throttledNetwork } from '../platform/http/request/network.ts'
import { entity } from '../platform/table/entity.ts'
import { problem } from '../platform/runtime/problem.ts'
import { writeItem } from '../platform/table/table.ts'
import { epochSeconds, now } from '../platform/runtime/time.ts'
import { daySeconds, signInLimits } from './attempt-limits.ts'
import { credentials } from './credentials.ts'
import {
  countFailure,
  failureCounts,
  forgetFailures,
  isFull,
  passCount,
  type FailureCount,
  windowWording,
} from './failure-count.ts'
import { lockouts } from './lockout.ts'
import { noteFailure } from './sign-in-failure.ts'

/** Time for which a place of a sign-in is remembered, in seconds. */
const placeSeconds = 30 * daySeconds

/** Record that somebody has signed in with an email address from a network address. */
export const signInPlaces = entity({
  name: 'users.sign_in_place',
  isInternal: true,
  schema: z.object({ id: z.string(), until: z.int(), user_id: z.orNull(z.string()) }),
  key: ({ id }: { id: string }) => ({ pk: `attempts#${id}`, sk: 'place' }),
  expires: ({ until }) => until,
})

export const tooManyAttempts = problem('auth.too_many_attempts', 429, {
  wording: windowWording('Too many wrong passwords; please try again later.'),
  docs: problemDocs({
    meaning: 'Too many wrong passwords; retry after the time in `Retry-After`.',
    example: [0],
  }),
})

type Place = Awaited<ReturnType<typeof signInPlaces.find>>

const isCurrentPlace = (place: Place) => place !== undefined && place.until > epochSeconds()

/** Returns true if somebody signed in with the email address from the network address within 30 days. */
export const isKnownPlace = async (email: string, from: string): Promise<boolean> =>
  isCurrentPlace(await signInPlaces.find(signInLimits(email, throttledNetwork(from)).pair))

/** Loads the data about an email address and a network address at the start of an attempt. */
const loadAttempt = async (email: string, from: string) => {
  const { pair, address, everywhere } = signInLimits(email, throttledNetwork(from))
  const [account, place, ...counts] = await Promise.all([
    credentials.find({ email }),
    signInPlaces.find(pair),
    failureCounts.find(pair),
    failureCounts.find(address),
    failureCounts.find(everywhere),
  ])
  const limits = isCurrentPlace(place) ? [pair] : [pair, address, everywhere]
  return { account, place, pair, everywhere, limits, counts }
}

type Attempt = Awaited<ReturnType<typeof loadAttempt>>

/** Returns all limits except the pair's, with the counts as read. */
const otherCounts = ({ limits, counts }: Attempt) =>
  limits.slice(1).map((limit, n) => ({ limit, count: counts[n + 1] }))

const lockOut = async ({ everywhere, account }: Attempt, until: number) => {
  const lockout = { id: everywhere.id, until, at: now(), user_id: account?.user_id ?? null }
  if (!(await lockouts.find(lockout))) await lockouts.ensure(lockout)
}

/** Throws 429; `Retry-After` is the time until the last full window ends. */
const throwThrottled = async (attempt: Attempt, counts: (FailureCount | undefined)[]): Promise<never> => {
  const full = attempt.limits.flatMap((limit, n) => (isFull(limit, counts[n]) ? (counts[n] ?? []) : []))
  const locked = full.find(({ id }) => id === attempt.everywhere.id)
  if (locked) await lockOut(attempt, locked.until)
  throw tooManyAttempts(Math.max(...full.map(({ until }) => until), epochSeconds()))
}

const refuseNow = async (attempt: Attempt) =>
  throwThrottled(attempt, await failureCounts.findMany(attempt.limits))

const failAttempt = async (attempt: Attempt): Promise<void> => {
  const { pair, everywhere, counts } = attempt
  const others = otherCounts(attempt)
  if (!(await countFailure(pair, counts[0]))) return refuseNow(attempt)
  const [areCounted] = await Promise.all([
    Promise.all(others.map(({ limit, count }) => countFailure(limit, count))),
    noteFailure(attempt.account?.user_id ?? null),
  ])
  if (areCounted.includes(false)) return refuseNow(attempt)
  const last = others.find(({ limit }) => limit === everywhere)?.count
  if (last && isFull({ ...everywhere, maxFailures: everywhere.maxFailures - 1 }, last))
    await lockOut(attempt, last.until)
}

/** Accepts a right password, and forgets earlier wrong ones. */
const passAttempt = async (attempt: Attempt): Promise<void> => {
  const { pair, place, account } = attempt
  if (!(await forgetFailures(pair))) return refuseNow(attempt)
  const arePassed = await Promise.all(otherCounts(attempt).map(({ limit, count }) => passCount(limit, count)))
  if (arePassed.includes(false)) return refuseNow(attempt)
  const until = epochSeconds() + placeSeconds
  if (!place || place.until < until - daySeconds)
    await writeItem(signInPlaces.toPut({ id: pair.id, until, user_id: account?.user_id ?? null }))
}

/**
 * Begins an attempt to prove ownership of the account of `email`, and returns the account; undefined if there is none.
 * Throws 429 after too many failures. Writes nothing before the password is checked, so an interrupted attempt leaves
 * no trace. The caller responds only after `fail` or `pass`. They also throw 429, because they count concurrent
 * attempts one after the other: these get no more tries than consecutive ones.
 */
export const beginAttempt = async (email: string, from: string) => {
  const attempt = await loadAttempt(email, from)
  if (attempt.limits.some((limit, n) => isFull(limit, attempt.counts[n])))
    await throwThrottled(attempt, attempt.counts)
  return { account: attempt.account, fail: () => failAttempt(attempt), pass: () => passAttempt(attempt) }
}
