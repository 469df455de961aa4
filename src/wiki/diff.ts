import { createTwoFilesPatch, OMIT_HEADERS } from 'diff'

const mostLines = 20_000
const mostMilliseconds = 2_000

/** Content and diff must go together into one answer of a Lambda function, which may have 6 MB. */
const mostBytes = 5_500_000

/** The newline at its end begins no line. */
const isLong = (text: string) => text.replace(/\n$/, '').split('\n', mostLines + 1).length > mostLines

/**
 * The changes of lines between two texts as a unified diff; undefined where it would be too long, or take
 * more than 2 s.
 */
export const lineDiff = (before: string, after: string): string | undefined => {
  if (before === after) return ''
  if (isLong(before) || isLong(after)) return undefined
  const diff = createTwoFilesPatch('', '', before, after, undefined, undefined, {
    context: 3,
    timeout: mostMilliseconds,
    headerOptions: OMIT_HEADERS,
  })
  const isTooLong = diff !== undefined && Buffer.byteLength(JSON.stringify([diff, after])) > mostBytes
  return isTooLong ? undefined : diff
}
