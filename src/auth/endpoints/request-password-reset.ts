import { docs, problemDocs } from '#docs'
import { throttledNetwork } from '../../platform/http/request/network.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { emailAddress } from '../../platform/identity/user.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { epochSeconds } from '../../platform/runtime/time.ts'
import { answeredText } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { passwordResetLimit } from '../../users/attempt-limits.ts'
import { countFailure, failureCounts, windowWording } from '../../users/failure-count.ts'
import { isKnownPlace } from '../../users/throttle.ts'
import { newRequest, passwordResetRequests } from '../password-reset-request.ts'

const tooManyResets = problem('auth.too_many_resets', 429, {
  wording: windowWording(
    'Too many password resets were requested from this network address; please try again later.',
  ),
  docs: problemDocs({
    meaning:
      'Within an hour, more than 20 password resets were requested from this network address for emails that ' +
      'have not signed in from it within 30 days, or more than 20 for this email from it.',
    example: [0],
  }),
})

export const requestPasswordReset = endpoint('POST /auth/password-reset', {
  access: 'public',
  status: 202,
  summary: 'Request a password reset by email',
  success: 'If an account with a password has this address, a link is sent to it.',
  description:
    'The link is valid once, for one hour, until a newer one is requested. The response and its time are the ' +
    'same for unknown addresses, for people who are deactivated or have no password, and after three emails ' +
    'within an hour. No email is sent if `GET /auth/methods` says that the service sends none.',
  body: z.strictObject({ email: emailAddress }),
  response: z.object({
    message: answeredText(200).meta(docs('The next step, the same for every address.')),
  }),
  problems: [tooManyResets],
  handle: async ({ body: { email }, address }) => {
    const limits = [
      passwordResetLimit(throttledNetwork(address)),
      passwordResetLimit(throttledNetwork(address), email),
    ] as const
    const [isKnown, ...counts] = await Promise.all([
      isKnownPlace(email, address),
      failureCounts.find(limits[0]),
      failureCounts.find(limits[1]),
    ])
    const [limit, count] = isKnown ? [limits[1], counts[1]] : [limits[0], counts[0]]
    if (!(await countFailure(limit, count))) throw tooManyResets(count?.until ?? epochSeconds())
    await passwordResetRequests.create(newRequest(email))
    return { message: 'If an account with a password has this address, a link is sent to it.' }
  },
})
