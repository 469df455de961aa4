import { createHash } from 'node:crypto'
import * as z from '../platform/schema/schema.ts'
import { networkOf } from '../platform/http/network.ts'
import { entity } from '../platform/table/entity.ts'
import { Problem } from '../platform/runtime/problem.ts'
import { writeItem } from '../platform/table/table.ts'
import { epochSeconds, now } from '../platform/runtime/time.ts'
import { credentials } from './credentials.ts'
import {
  countFailure,
  failureCounts,
  forgetFailures,
  isFull,
  passCount,
  type FailureCount,
} from './failure-count.ts'
import { lockouts } from './lockout.ts'

const minute = 60
const day = 86_400

/** How long an address is known from which somebody has signed in. */
const placeSeconds = 30 * day

/** That somebody has signed in with an e-mail address from a network address. */
const signInPlaces = entity({
  name: 'users.sign_in_place',
  isInternal: true,
  schema: z.object({ id: z.string(), until: z.int() }),
  key: ({ id }: { id: string }) => ({ pk: `attempts#${id}`, sk: 'place' }),
  expires: ({ until }) => until,
})

const digest = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * What is counted: failures for an e-mail address at a network address, for all at that network address, and for the
 * e-mail address everywhere; the last two where nobody has signed in with it within 30 days.
 */
const limitsOf = (email: string, address: string) => ({
  pair: { id: digest(email, address), maxFailures: 5, seconds: 15 * minute },
  address: { id: digest('address', address), maxFailures: 100, seconds: 15 * minute },
  everywhere: { id: digest('everywhere', email), maxFailures: 100, seconds: day },
})

export const limitsDescription =
  'Five failures for this email and IP address within 15 minutes. If nobody has signed in with this ' +
  'email from this IP address within 30 days, also a hundred failures for the IP address within 15 ' +
  'minutes, or for the email within 24 hours.'

const tooManyAttempts = (until: number) =>
  new Problem(429, 'auth.too_many_attempts', 'Too many wrong passwords; please try again later.', {
    headers: { 'Retry-After': String(Math.max(1, until - epochSeconds())) },
  })

/**
 * An attempt to prove that one has the account of `email`; throws 429 where too many have failed. Nothing is written
 * before the password is looked at, so an attempt that is cut off leaves nothing. The caller answers only after `fail`
 * or `pass`, which throw 429 as well: many at once are counted there one after the other, and get no more tries than
 * many in a row.
 */
export const beginAttempt = async (email: string, from: string) => {
  const { pair, address, everywhere } = limitsOf(email, networkOf(from))
  const [account, place, ...counts] = await Promise.all([
    credentials.find({ email }),
    signInPlaces.find(pair),
    failureCounts.find(pair),
    failureCounts.find(address),
    failureCounts.find(everywhere),
  ])
  const isKnown = place !== undefined && place.until > epochSeconds()
  const limits = isKnown ? [pair] : [pair, address, everywhere]
  const others = limits.slice(1).map((limit, n) => ({ limit, count: counts[n + 1] }))

  const lockOut = async (until: number) => {
    const lockout = { id: everywhere.id, until, at: now(), user_id: account?.user_id ?? null }
    if (!(await lockouts.find(lockout))) await lockouts.ensure(lockout)
  }

  const refuse = async (found: (FailureCount | undefined)[]) => {
    const full = limits.flatMap((limit, n) => (isFull(limit, found[n]) ? (found[n] ?? []) : []))
    const locked = full.find(({ id }) => id === everywhere.id)
    if (locked) await lockOut(locked.until)
    throw tooManyAttempts(Math.max(...full.map(({ until }) => until), epochSeconds()))
  }
  const refuseNow = async () => refuse(await failureCounts.findMany(limits))

  if (limits.some((limit, n) => isFull(limit, counts[n]))) await refuse(counts)
  return {
    /** What signing in needs of the account; undefined when there is none. */
    account,

    /** Counts a wrong password. */
    fail: async (): Promise<void> => {
      if (!(await countFailure(pair, counts[0]))) return refuseNow()
      const rooms = await Promise.all(others.map(({ limit, count }) => countFailure(limit, count)))
      if (rooms.includes(false)) return refuseNow()
      const last = others.find(({ limit }) => limit === everywhere)?.count
      if (last && isFull({ ...everywhere, maxFailures: everywhere.maxFailures - 1 }, last))
        await lockOut(last.until)
    },

    /** Lets a right password through, and forgets the wrong ones before. */
    pass: async (): Promise<void> => {
      if (!(await forgetFailures(pair))) return refuseNow()
      const rooms = await Promise.all(others.map(({ limit, count }) => passCount(limit, count)))
      if (rooms.includes(false)) return refuseNow()
      const until = epochSeconds() + placeSeconds
      if (!isKnown || place.until < until - day) await writeItem(signInPlaces.toPut({ id: pair.id, until }))
    },
  }
}
