import { createTwoFilesPatch, OMIT_HEADERS } from 'diff'

const maxLines = 20_000
const timeoutMilliseconds = 2_000

/** Content and diff must go together into one answer of a Lambda function, which may have 6 MB. */
const maxAnswerBytes = 5_500_000

/** The newline at its end begins no line. */
const hasTooManyLines = (text: string) => text.replace(/\n$/, '').split('\n', maxLines + 1).length > maxLines

/**
 * The changes of lines between two texts as a unified diff; undefined where it would be too long, or take
 * more than 2 s.
 */
export const diffLines = (before: string, after: string): string | undefined => {
  if (before === after) return ''
  if (hasTooManyLines(before) || hasTooManyLines(after)) return undefined
  const diff = createTwoFilesPatch('', '', before, after, undefined, undefined, {
    context: 3,
    timeout: timeoutMilliseconds,
    headerOptions: OMIT_HEADERS,
  })
  const isTooLong = diff !== undefined && Buffer.byteLength(JSON.stringify([diff, after])) > maxAnswerBytes
  return isTooLong ? undefined : diff
}
