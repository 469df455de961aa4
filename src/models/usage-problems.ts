import { told } from '#docs'
import { Problem, problem } from '../platform/runtime/problem.ts'

/** Returns the detail and the `Retry-After` of a refusal; `end` is the end of the window in milliseconds. */
const refusal = (detail: string, end: number) => ({
  detail: `${detail}; more are possible from ${new Date(end).toISOString()} on.`,
  retryAfter: Math.max(1, Math.ceil((end - Date.now()) / 1_000)),
})

const exampleEnd = Date.UTC(2027, 0)

export const tooManyReplies = problem('models.too_many_replies', 429, {
  wording: (limit: number, end: number) =>
    refusal(`At most ${limit} replies of assistants an hour for one person (LIMIT_REPLIES)`, end),
  docs: told({
    meaning: 'The person has asked for as many replies in this hour as are allowed (`LIMIT_REPLIES`).',
    example: [100, exampleEnd],
  }),
})

export const tokensUsedUp = problem('models.tokens_used_up', 429, {
  wording: (limit: number, end: number) =>
    refusal(`At most ${limit} tokens of models a month for one person (LIMIT_TOKENS)`, end),
  docs: told({
    meaning:
      'Models have read and written as many tokens for the person in this month as are allowed (`LIMIT_TOKENS`).',
    example: [1_000_000, exampleEnd],
  }),
})

/** Returns true if an error says that a person has no tokens left. */
export const isOutOfTokens = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === tokensUsedUp.code
