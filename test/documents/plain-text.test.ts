import { describe, expect, test } from 'vitest'
import { textOf } from '../support/given-document.ts'

describe('Plain text', () => {
  test.each([
    ['a date in front of a sentence', '21. jūlijā mēs ieradāmies.', '21\\. jūlijā mēs ieradāmies.'],
    ['numbers that do not follow one another', '3. red\n7. blue', '3\\. red\\\n7\\. blue'],
    ['a list from its first number', '4. red\n5. blue', '4. red\n5. blue'],
    ['a list of bullets', '- red\n- blue', '- red\n- blue'],
  ])('keeps %s', async (_, text, expected) => {
    expect(await textOf('a.txt', `${text}\n`)).toBe(expected)
  })
})

describe('Markdown', () => {
  test.each([
    ['text between two rules', '---\nRead this first.\n\nThen that.\n\n---\n\nEnd.'],
    ['a list between two rules', '---\n- one\n- two\n\n---\n\nEnd.'],
    ['text with a colon that is no mapping', '---\nNote: mind: the gap\n---\n\nEnd.'],
  ])('keeps %s at the top', async (_, text) => {
    const words = text.match(/\p{L}+/gu) ?? []

    const read = await textOf('a.md', text)

    for (const word of words) expect(read).toContain(word)
  })

  test('takes the title from the front matter', async () => {
    expect(await textOf('a.md', '---\ntitle: "Safety first"\ntags: [a, b]\n---\nWear gloves.\n')).toBe(
      '# Safety first\n\nWear gloves.',
    )
  })
})
