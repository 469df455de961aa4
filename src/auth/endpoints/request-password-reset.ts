import { docs, told } from '#docs'
import { networkOf } from '../../platform/http/request/network.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { emailAddress } from '../../platform/identity/user.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { epochSeconds } from '../../platform/runtime/time.ts'
import { answeredText } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { resetLimitOf } from '../../users/attempt-limits.ts'
import { countFailure, failureCounts } from '../../users/failure-count.ts'
import { isKnownPlace } from '../../users/throttle.ts'
import { newRequest, passwordResetRequests } from '../password-reset-request.ts'

const tooManyResets = problem('auth.too_many_resets', 429, {
  wording: (until: number) => ({
    detail: 'Too many new passwords were asked for from this network address; please try again later.',
    retryAfter: Math.max(1, until - epochSeconds()),
  }),
  docs: told({
    meaning:
      'More than 20 new passwords were asked for from this network address within an hour, where the email has not ' +
      'signed in from it within 30 days; or more than 20 for the email from there.',
    example: [0],
  }),
})

export const requestPasswordReset = endpoint('POST /auth/password-reset', {
  access: 'public',
  status: 202,
  summary: 'Ask for a new password',
  success: 'If this address belongs to somebody with a password, they get a link by email.',
  description:
    'The link is good for an hour and once, and only the newest one is. The answer is the same, after the same time, ' +
    'for addresses that nobody has, people who are deactivated or have no password, and those who got three such ' +
    'emails within the last hour. Where `GET /auth/methods` says that no email is sent, none is.',
  body: z.strictObject({ email: emailAddress }),
  response: z.object({
    message: answeredText(200).meta(docs('What happens now, the same for every address.')),
  }),
  problems: [tooManyResets],
  handle: async ({ body: { email }, address }) => {
    const limits = [resetLimitOf(networkOf(address)), resetLimitOf(networkOf(address), email)] as const
    const [isKnown, ...counts] = await Promise.all([
      isKnownPlace(email, address),
      failureCounts.find(limits[0]),
      failureCounts.find(limits[1]),
    ])
    const [limit, count] = isKnown ? [limits[1], counts[1]] : [limits[0], counts[0]]
    if (!(await countFailure(limit, count))) throw tooManyResets(count?.until ?? epochSeconds())
    await passwordResetRequests.create(newRequest(email))
    return { message: 'If this address belongs to somebody with a password, they get a link by email.' }
  },
})
