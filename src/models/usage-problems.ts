import { problemDocs } from '#docs'
import { Problem, problem } from '../platform/runtime/problem.ts'

/** Returns the detail and the `Retry-After` of a refusal; `end` is the end of the window in milliseconds. */
const usageRefusal = (detail: string, end: number) => ({
  detail: `${detail}. More are possible from ${new Date(end).toISOString()}.`,
  retryAfter: Math.max(1, Math.ceil((end - Date.now()) / 1_000)),
})

const exampleEnd = Date.UTC(2027, 0)

export const tooManyReplies = problem('models.too_many_replies', 429, {
  wording: (limit: number, end: number) =>
    usageRefusal(
      `The maximum number of assistant replies per hour for one person is ${limit} (LIMIT_REPLIES)`,
      end,
    ),
  docs: problemDocs({
    meaning: 'The person has reached the maximum number of replies per hour (`LIMIT_REPLIES`).',
    example: [100, exampleEnd],
  }),
})

export const tokensUsedUp = problem('models.tokens_used_up', 429, {
  wording: (limit: number, end: number) =>
    usageRefusal(
      `The maximum number of model tokens per month for one person is ${limit} (LIMIT_TOKENS)`,
      end,
    ),
  docs: problemDocs({
    meaning: 'The person has reached the maximum number of model tokens per month (`LIMIT_TOKENS`).',
    example: [1_000_000, exampleEnd],
  }),
})

/** Returns true if an error says that a person has no tokens left. */
export const isOutOfTokens = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === tokensUsedUp.code
