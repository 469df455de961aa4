import { createHash } from 'node:crypto'
import * as z from '../platform/schema.ts'
import { entity } from '../platform/entity.ts'
import { environment } from '../platform/environment.ts'
import { log } from '../platform/log.ts'
import { Problem } from '../platform/problem.ts'
import { Stale, untilFresh } from '../platform/stale.ts'
import { transact, type Operation } from '../platform/table.ts'
import { epochSeconds } from '../platform/time.ts'

/** How long failures count, in seconds. */
const windowSeconds = 900

/** How long a sign-in waits for those before it, each of which hashes a password, in milliseconds. */
const waitMilliseconds = 10_000

/**
 * Passwords tried since the window began, to sign in or to change the own one: `count` are under way or have failed,
 * `failed` are those that have; those that succeed are taken back.
 */
const attempts = entity({
  name: 'users.attempts',
  schema: z.object({
    id: z.string(),
    most: z.int(),
    count: z.int(),
    failed: z.int().default(0),
    until: z.int(),
  }),
  key: ({ id }: { id: string }) => ({ pk: `attempts#${id}`, sk: 'attempts' }),
  counters: ['count', 'failed', 'until', 'most'],
})

interface Counter {
  id: string
  most: number
}

const digest = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** What is counted: failures for one e-mail from one address, and for all of one address. */
const countersOf = (email: string, address: string): Counter[] => [
  { id: digest(email, address), most: 5 },
  { id: digest(address), most: 100 },
]

/** Counts one more, unless the window is over or full. */
const toCount = ({ id, most }: Counter): Operation => ({
  write: {
    Update: {
      TableName: environment.tableName,
      Key: attempts.keyOf({ id }),
      UpdateExpression: 'SET #until = if_not_exists(#until, :end), #ttl = if_not_exists(#ttl, :end), #most = :most, summary = :summary ADD #count :one', // prettier-ignore
      ConditionExpression: 'attribute_not_exists(pk) OR (#until > :now AND #count < :most)',
      ExpressionAttributeNames: { '#until': 'until', '#ttl': 'ttl', '#most': 'most', '#count': 'count' },
      ExpressionAttributeValues: { ':end': epochSeconds() + windowSeconds, ':now': epochSeconds(), ':most': most, ':one': 1, ':summary': { id } }, // prettier-ignore
    },
  },
})

const tooMany = (until: number) =>
  new Problem(429, 'auth.too_many_attempts', 'There were too many wrong passwords; please try again later.', {
    headers: { 'Retry-After': String(Math.max(1, until - epochSeconds())) },
  })

/**
 * Counts a sign-in before its password is looked at, so that many at once get no more tries than many in a row. Where
 * those under way fill a counter it waits for what becomes of them: they may all be right.
 * Throws 429 after 5 failures for one e-mail and address within 15 minutes, or 100 for one address.
 */
export const countAttempt = (email: string, address: string): Promise<void> => {
  const counters = countersOf(email, address)
  return untilFresh(async () => {
    try {
      await transact(counters.map(toCount))
    } catch (error) {
      if (!(error instanceof Stale)) throw error
      const found = (await attempts.findMany(counters)).filter((counter) => counter !== undefined)
      const full = found.find(({ failed, most, until }) => until > epochSeconds() && failed >= most)
      if (full) throw tooMany(full.until)
      await Promise.all(
        found.filter(({ until }) => until <= epochSeconds()).map((over) => attempts.remove(over)),
      )
      throw error
    }
  }, waitMilliseconds)
}

/** Adds to what was counted; it lies in attributes of its own, which one expression makes or adds to. */
const toAdd = ({ id }: Counter, field: 'count' | 'failed', amount: 1 | -1): Operation => ({
  write: {
    Update: {
      TableName: environment.tableName,
      Key: attempts.keyOf({ id }),
      UpdateExpression: 'ADD #field :amount',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#field': field },
      ExpressionAttributeValues: { ':amount': amount },
    },
  },
})

/** Takes a sign-in that has succeeded back, and with it the failures of its e-mail and address before. */
export const forgiveAttempts = async (email: string, address: string): Promise<void> => {
  const [account, all] = countersOf(email, address) as [Counter, Counter]
  await transact([attempts.toRemove(account), toAdd(all, 'count', -1)]).catch((error: unknown) =>
    log.error('a sign-in was not taken back from the throttle', error),
  )
}

/** Says of a sign-in that was counted that it has failed; each counter by itself, as a success may have ended the other. */
export const failAttempt = async (email: string, address: string): Promise<void> => {
  const fail = (counter: Counter) =>
    transact([toAdd(counter, 'failed', 1)]).catch((error: unknown) =>
      log.error('a failed sign-in was not told to the throttle', error),
    )
  await Promise.all(countersOf(email, address).map(fail))
}
