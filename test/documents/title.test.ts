import { describe, expect, test } from 'vitest'
import { asTitle } from '../../src/documents/outline/title.ts'
import { outlineOf } from '../support/given-document.ts'

describe('a title', () => {
  test('is one line, at most 255 characters long', () => {
    expect(asTitle('Two\n lines\u2028 of\ttext ')).toBe('Two lines of text')
    expect(asTitle('x'.repeat(300))).toHaveLength(255)
    expect(asTitle(' \n ')).toBeUndefined()
  })

  test.each([253, 254, 255])('has no half of a character after %i others', (count) => {
    const title = asTitle(`${'x'.repeat(count)}😀😀`)

    expect(title?.isWellFormed()).toBe(true)
    expect(title?.length).toBeLessThanOrEqual(255)
  })

  test('is well formed though a text was cut before it', () => {
    expect(asTitle('a 😀'.slice(0, 3))?.isWellFormed()).toBe(true)
  })

  test('of a document is one line, although half a million spaces are in it', async () => {
    const text = `---\ntitle: a${' '.repeat(500_000)}b\n---\n\n# Heading\n\nWords.\n`

    expect((await outlineOf('a.md', text)).title).toBe('a')
  })
})
