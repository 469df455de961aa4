import { expect, test } from 'vitest'
import { cutSnippet } from '../../src/language/snippet.ts'

const long = `${'before '.repeat(50)}the Straße of words ${'after '.repeat(80)}`

test.each([
  ['an empty text', '', 'word', null],
  ['nothing but space', ' \n ', 'word', null],
  ['a text without the word', 'one\n two', 'three', 'one two'],
  ['a short text', 'one two three', 'tw', 'one two three'],
])('the snippet of %s', (_, text, q, snippet) => {
  expect(cutSnippet(text, q)).toBe(snippet)
})

test.each(['strasse', 'nothing straß'])('a snippet of a long text is around the word of "%s"', (q) => {
  const snippet = cutSnippet(long, q) as string

  expect(snippet).toMatch(/^… before .* the Straße of words .* …$/)
  expect(snippet.length).toBeLessThan(210)
})

test('a snippet of a text without spaces is around the word as well', () => {
  const text = `${'前'.repeat(400)}維基百科${'後'.repeat(400)}`

  const snippet = cutSnippet(text, '維基') as string

  expect(snippet).toMatch(/^… 前+維基百科後+ …$/)
  expect(snippet.length).toBeLessThan(210)
})

test.each(['x', 'word'])('a snippet ends within no character, asked for %s', (q) => {
  const snippet = cutSnippet(`${'😀'.repeat(301)}word${'😀'.repeat(300)}`, q)

  expect(snippet).toMatch(/^(… )?😀+(word😀+)? …$/u)
})

test('a snippet of a very long text takes no longer than one of its beginning', () => {
  const bestOf = (text: string) => {
    const times = [1, 2, 3].map(() => {
      const from = performance.now()
      cutSnippet(text, 'zebra')
      return performance.now() - from
    })
    return Math.min(...times)
  }
  const usual = bestOf('word and '.repeat(1_000))

  expect(bestOf('word and '.repeat(100_000))).toBeLessThan(usual * 10)
})
