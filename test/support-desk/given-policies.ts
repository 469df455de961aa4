import { updatePolicies } from '../../src/support/endpoints/update-policies.ts'
import type { BodyOf } from '../support/call.ts'
import { made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'

type Body = BodyOf<typeof updatePolicies>

/** Targets around the clock: `urgent` 60 and 240, `normal` 480 and 2,880 minutes, `high` only 30 until resolution. */
export const dayAndNight: Body = {
  priorities: {
    low: null,
    normal: { first_response_minutes: 480, resolution_minutes: 2_880 },
    high: { first_response_minutes: null, resolution_minutes: 30 },
    urgent: { first_response_minutes: 60, resolution_minutes: 240 },
  },
  business_hours: [],
  holidays: [],
  timezone: 'UTC',
}

export const givenPolicies = async (body: Body = dayAndNight) =>
  made(updatePolicies, { as: await signedIn({ role: 'admin' }), body })

export const minute = 60_000

/** Returns a time this number of minutes after another one. */
export const minutesAfter = (at: string, minutes: number): string =>
  new Date(Date.parse(at) + minutes * minute).toISOString()
