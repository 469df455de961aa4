import { describe, expect, test } from 'vitest'
import { asTitle } from '../../src/documents/title.ts'
import { outlineOf } from '../support/given-document.ts'

describe('Titles', () => {
  test('asTitle returns one line of at most 255 characters', () => {
    expect(asTitle('Two\n lines\u2028 of\ttext ')).toBe('Two lines of text')
    expect(asTitle('x'.repeat(300))).toHaveLength(255)
    expect(asTitle(' \n ')).toBeUndefined()
  })

  test.each([253, 254, 255])('asTitle does not split a character after %i others', (count) => {
    const title = asTitle(`${'x'.repeat(count)}😀😀`)

    expect(title?.isWellFormed()).toBe(true)
    expect(title?.length).toBeLessThanOrEqual(255)
  })

  test('asTitle repairs a text that was cut within a character', () => {
    expect(asTitle('a 😀'.slice(0, 3))?.isWellFormed()).toBe(true)
  })

  test('takes a title with half a million spaces from a document', async () => {
    const text = `---\ntitle: a${' '.repeat(500_000)}b\n---\n\n# Heading\n\nWords.\n`

    expect((await outlineOf('a.md', text)).title).toBe('a')
  })
})
