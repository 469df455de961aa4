import { expect, test } from 'vitest'
import { snippetOf } from '../../src/search/snippet.ts'

const long = `${'before '.repeat(50)}the Straße of words ${'after '.repeat(80)}`

test.each([
  ['an empty text', '', 'word', null],
  ['nothing but space', ' \n ', 'word', null],
  ['a text without the word', 'one\n two', 'three', 'one two'],
  ['a short text', 'one two three', 'tw', 'one two three'],
])('the snippet of %s', (_, text, q, snippet) => {
  expect(snippetOf(text, q)).toBe(snippet)
})

test.each(['strasse', 'nothing straß'])('a snippet of a long text is around the word of "%s"', (q) => {
  const snippet = snippetOf(long, q) as string

  expect(snippet).toMatch(/^… before .* the Straße of words .* …$/)
  expect(snippet.length).toBeLessThan(210)
})

test('a snippet ends within no character', () => {
  expect(snippetOf('😀'.repeat(300), 'x')?.isWellFormed()).toBe(true)
})
