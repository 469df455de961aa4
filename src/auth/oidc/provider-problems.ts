import { problemDocs } from '#docs'
import { problem } from '../../platform/runtime/problem.ts'

/** Time after which a failed provider is called again, in seconds. */
export const retrySeconds = 5

export const providerUnavailable = problem('auth.provider_unavailable', 503, {
  wording: (cause?: unknown) => ({
    detail: 'The sign-in provider does not respond; please try again in a moment.',
    retryAfter: retrySeconds,
    cause,
  }),
  docs: problemDocs({
    meaning: 'The provider of single sign-on does not respond, or responds too slowly.',
    example: [],
  }),
})

export const providerMisconfigured = problem('auth.provider_misconfigured', 503, {
  wording: {
    detail: 'The sign-in provider is not set up correctly; please tell an administrator.',
    retryAfter: 60,
  },
  docs: problemDocs({
    meaning:
      'The discovery document of the provider has another issuer, or an endpoint that must not be called.',
    example: [],
  }),
})

export const accountNotLinked = problem(
  'auth.account_not_linked',
  403,
  'No account is linked to this identity; the person must sign in here once.',
)
