import { createHash } from 'node:crypto'
import * as z from 'zod'
import { entity } from '../platform/entity.ts'
import { Problem } from '../platform/problem.ts'
import { transact, untilFresh, type Operation } from '../platform/table.ts'
import { epochSeconds } from '../platform/time.ts'

/** How long failures count, in seconds, and how many may stand: for one e-mail and address, and for one address. */
const windowSeconds = 900
const mostByAccount = 5
const mostByAddress = 100

/** Sign-ins that are tried or have failed since the window began; what succeeds is taken back. */
const attempts = entity({
  name: 'auth.attempts',
  schema: z.object({ id: z.string(), count: z.int(), until: z.int(), version: z.int() }),
  key: ({ id }: { id: string }) => ({ pk: `attempts#${id}`, sk: 'attempts' }),
  expires: ({ until }) => until,
})

const idsOf = (email: string, address: string) => ({
  account: createHash('sha256').update(JSON.stringify([email, address])).digest('base64url'),
  address: createHash('sha256').update(address).digest('base64url'),
})

const tooMany = (until: number) =>
  new Problem(429, 'auth.too_many_attempts', 'There were too many failed sign-ins; please try again later.', {
    headers: { 'Retry-After': String(Math.max(1, until - epochSeconds())) },
  })
