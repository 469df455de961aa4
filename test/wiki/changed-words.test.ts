import { describe, expect, test } from 'vitest'
import { readRevision } from '../../src/wiki/endpoints/read-revision.ts'
import { call, type AnswerOf } from '../support/call.ts'
import { givenOwnPage, givenRevision } from '../support/given.ts'

interface LinePart {
  text: string
  change: string
}

/** Creates a page with the first text, revises it to the second, and returns the second revision. */
const revised = async (before: string, after: string) => {
  const { author, page } = await givenOwnPage({ content: before })
  await givenRevision(author, page, { content: after })
  return (await call(readRevision, { as: author, params: { id: page.id, number: 2 } })).body
}

/** Returns the parts of a line, with changes as `[-removed-]` and `{+added+}`. */
const marked = (parts: LinePart[]) =>
  parts
    .map(({ text, change }) => {
      if (change === 'same') return text
      return change === 'removed' ? `[-${text}-]` : `{+${text}+}`
    })
    .join('')

const linesOf = ({ changes }: AnswerOf<typeof readRevision>) =>
  changes?.map(({ old_line, new_line, parts }) => [old_line, new_line, marked(parts)])

describe('The changes of a revision', () => {
  test.each([
    [
      'a word of a long line',
      'We meet every Monday at nine.',
      'We meet every Friday at nine.',
      [[1, 1, 'We meet every [-Monday-]{+Friday+} at nine.']],
    ],
    [
      'words of a script without spaces',
      '我们星期一开会。',
      '我们星期五开会。',
      [[1, 1, '我们[-星期一-]{+星期五+}开会。']],
    ],
    [
      'one of two lines, behind lines that were added',
      'a\nb\nold end',
      'x\ny\na\nb\nnew end',
      [[3, 5, '[-old-]{+new+} end']],
    ],
    [
      'two lines by two',
      'one cat\none dog',
      'two cats\ntwo dogs',
      [
        [1, 1, '[-one-]{+two+} [-cat-]{+cats+}'],
        [2, 2, '[-one-]{+two+} [-dog-]{+dogs+}'],
      ],
    ],
    ['two lines that became one', 'a b\nc d', 'a x', [[1, 1, 'a [-b-]{+x+}']]],
    ['the newline at the end alone', 'a\n', 'a', [[1, 1, 'a']]],
    ['lines that were added', 'a\n', 'a\nb\n', []],
    ['lines that were removed', 'a\nb\n', 'a\n', []],
    ['a line that begins as a diff does', '- old\n', '- new\n', [[1, 1, '- [-old-]{+new+}']]],
  ])('mark %s', async (_, before, after, expected) => {
    expect(linesOf(await revised(before, after))).toEqual(expected)
  })

  test('stay empty for the first revision, and for a new title only', async () => {
    const { author, page } = await givenOwnPage({ content: 'a' })
    await givenRevision(author, page, { title: 'Another' })
    const read = async (number: number) =>
      (await call(readRevision, { as: author, params: { id: page.id, number } })).body

    expect(await read(1)).toMatchObject({ diff: null, changes: null, diff_truncated: false })
    expect(await read(2)).toMatchObject({ diff: '', changes: [], diff_truncated: false })
  })

  test('stay out above the limit, without affecting the diff', async () => {
    const words = (word: string) => `${word} `.repeat(20_000)

    const { diff, changes, diff_truncated } = await revised(words('before'), words('behind'))

    expect([changes, diff_truncated]).toEqual([null, false])
    expect(diff).toContain('+behind ')
  })
})
