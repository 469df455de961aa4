import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { piecesOf } from '../../src/search/cutting.ts'
import { tokenize } from '../../src/language/tokens.ts'

const readme = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../node_modules', name, 'README.md'), 'utf8')

const sentence = 'All of this stands in one long paragraph. '

describe('A text in pieces', () => {
  test('has each piece under its heading, and knows those above', () => {
    const text = '# One\n\nFirst.\n\n## Two ##\n\nSecond.\n\nThird\n-----\n\nLast.'

    expect(piecesOf(text)).toEqual([
      { headings: ['One'], text: '## One\n\nFirst.' },
      { headings: ['One', 'Two'], text: '## Two\n\nSecond.' },
      { headings: ['One', 'Third'], text: '## Third\n\nLast.' },
    ])
  })

  test('takes no line of code for a heading', () => {
    const text = '# One\n\n```sh\n# a comment\n\nls\n```\n\nBehind.'

    expect(piecesOf(text)).toEqual([
      { headings: ['One'], text: '## One\n\n```sh\n# a comment\n\nls\n```\n\nBehind.' },
    ])
  })

  test.each([
    ['a long paragraph', sentence.repeat(200)],
    ['text without any ends', '漢'.repeat(10_000)],
    ['characters of two units', '😀'.repeat(5_000)],
    ['long code', `\`\`\`ts\n${'const a = 1\n'.repeat(1_000)}\`\`\``],
    ['a fence that does not end', `\`\`\`\n${'a line\n'.repeat(1_000)}`],
    ['a long heading', `# ${'very '.repeat(2_000)}\n\n${sentence.repeat(100)}`],
    ['a README', readme('undici')],
  ])('is never longer than 1 500 characters: %s', (_, text) => {
    const pieces = piecesOf(text)

    expect(pieces.length).toBeGreaterThan(1)
    for (const piece of pieces) {
      expect(piece.text.length).toBeLessThanOrEqual(1_500)
      expect(piece.text.isWellFormed()).toBe(true)
      expect((piece.text.match(/^(`{3}|~{3})/gm) ?? []).length % 2).toBe(0)
    }
  })

  test('leaves nothing out', () => {
    const words = Array.from({ length: 3_000 }, (_, n) => `word${n}`)

    const found = piecesOf(words.join(' ')).flatMap(({ text }) => text.match(/word\d+/g) ?? [])

    expect(found).toEqual(words)
  })

  test('of 1 MB has as many pieces as it needs', () => {
    const text = sentence.repeat(25_000)

    const pieces = piecesOf(text)

    expect(pieces.length).toBeLessThan(text.length / 750)
    expect(pieces.map(({ text }) => text).join(' ')).toHaveLength(text.trimEnd().length)
  })

  test.each([
    ['spaces', `a${' '.repeat(1_000_000)}b`],
    ['a fence', `\`\`\`${'a'.repeat(1_000_000)}\``],
    ['brackets in a heading', `# ${'['.repeat(1_000_000)}`],
    ['marks of headings', '#'.repeat(1_000_000)],
    ['dashes', `a\n${'-'.repeat(1_000_000)}x`],
    ['small letters', 'a'.repeat(1_000_000)],
  ])('comes of one long line of %s as well', (_, text) => {
    const pieces = piecesOf(text)

    expect(pieces.every(({ text }) => text.length <= 1_500)).toBe(true)
    expect(pieces.flatMap(({ text }) => tokenize(text)).every((token) => token.length <= 40)).toBe(true)
  })

  test.each([
    ['waves and a mark', '~'.repeat(997) + '`'],
    ['a fence and spaces', '```' + ' '.repeat(990) + '`'],
    ['spaces behind the mark of a heading', '#' + ' '.repeat(990) + 'a\u2028'],
    ['brackets in headings', '# ' + '['.repeat(990)],
    ['links in headings', '# ' + '[a]('.repeat(247)],
    ['tags in headings', '# ' + '<'.repeat(990)],
  ])('takes about as long for lines of %s as for others', (_, line) => {
    const bestOf = (text: string) =>
      Math.min(
        ...[1, 2, 3].map(() => {
          const from = performance.now()
          piecesOf(text)
          return performance.now() - from
        }),
      )
    const usual = bestOf(sentence.repeat(2_500))

    expect(bestOf(`${line}\n`.repeat(100))).toBeLessThan(usual * 20)
  })

  test('is none of an empty one', () => {
    expect(piecesOf(' \n\n')).toEqual([])
  })
})
