import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { splitChunks } from '../../src/language/chunks.ts'
import { tokenize } from '../../src/language/tokens.ts'

const readme = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../node_modules', name, 'README.md'), 'utf8')

const sentence = 'All of this stands in one long paragraph. '

describe('splitChunks', () => {
  test('keeps each heading as written in its chunk, and lists those above it', () => {
    const text = '# One\n\nFirst.\n\n## Two ##\n\nSecond.\n\nThird\n-----\n\nLast.'

    expect(splitChunks(text)).toEqual([
      { headings: ['One'], text: '# One\n\nFirst.' },
      { headings: ['One', 'Two'], text: '## Two ##\n\nSecond.' },
      { headings: ['One', 'Third'], text: 'Third\n-----\n\nLast.' },
    ])
  })

  test('does not take a line of code for a heading', () => {
    const text = '# One\n\n```sh\n# a comment\n\nls\n```\n\nBehind.'

    expect(splitChunks(text)).toEqual([
      { headings: ['One'], text: '# One\n\n```sh\n# a comment\n\nls\n```\n\nBehind.' },
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
  ])('returns exact slices of at most 1,500 characters: %s', (_, text) => {
    const chunks = splitChunks(text)

    expect(chunks.length).toBeGreaterThan(1)
    for (const chunk of chunks) {
      expect(chunk.text.length).toBeLessThanOrEqual(1_500)
      expect(chunk.text.isWellFormed()).toBe(true)
      expect(text).toContain(chunk.text)
    }
  })

  test('returns the opening line of the code block in which a slice begins', () => {
    const code = `\`\`\`ts\n${'const a = 1\n'.repeat(300)}\`\`\``

    const chunks = splitChunks(`# One\n\n${code}\n\n${sentence.repeat(34)}`)

    expect(chunks.map(({ fence }) => fence)).toEqual([undefined, '```ts', '```ts', undefined])
    expect(chunks[0]?.text).toMatch(/^# One\n\n```ts\nconst a = 1\n/)
  })

  test('does not repeat a heading that is far from its text, or as long as a text', () => {
    const chunks = splitChunks(`# One\n${'\n'.repeat(400)}First.\n\n# ${'very '.repeat(400)}\n\nLast.`)

    expect(chunks.map(({ text }) => text)).toEqual(['First.', 'Last.'])
  })

  test('loses no words', () => {
    const words = Array.from({ length: 3_000 }, (_, n) => `word${n}`)

    const found = splitChunks(words.join(' ')).flatMap(({ text }) => text.match(/word\d+/g) ?? [])

    expect(found).toEqual(words)
  })

  test('splits 1 MB into as few chunks as it needs', () => {
    const text = sentence.repeat(25_000)

    const chunks = splitChunks(text)

    expect(chunks.length).toBeLessThan(text.length / 750)
    expect(chunks.map(({ text }) => text).join(' ')).toHaveLength(text.trimEnd().length)
  })

  test.each([
    ['spaces', `a${' '.repeat(1_000_000)}b`],
    ['a fence', `\`\`\`${'a'.repeat(1_000_000)}\``],
    ['brackets in a heading', `# ${'['.repeat(1_000_000)}`],
    ['marks of headings', '#'.repeat(1_000_000)],
    ['dashes', `a\n${'-'.repeat(1_000_000)}x`],
    ['small letters', 'a'.repeat(1_000_000)],
  ])('splits one long line of %s', (_, text) => {
    const chunks = splitChunks(text)

    expect(chunks.every(({ text }) => text.length <= 1_500)).toBe(true)
    expect(chunks.flatMap(({ text }) => tokenize(text)).every((token) => token.length <= 40)).toBe(true)
  })

  test.each([
    ['waves and a mark', '~'.repeat(997) + '`'],
    ['a fence and spaces', '```' + ' '.repeat(990) + '`'],
    ['spaces behind the mark of a heading', '#' + ' '.repeat(990) + 'a\u2028'],
    ['brackets in headings', '# ' + '['.repeat(990)],
    ['links in headings', '# ' + '[a]('.repeat(247)],
    ['tags in headings', '# ' + '<'.repeat(990)],
  ])('takes linear time for lines of %s', (_, line) => {
    const bestOf = (text: string) =>
      Math.min(
        ...[1, 2, 3].map(() => {
          const from = performance.now()
          splitChunks(text)
          return performance.now() - from
        }),
      )
    const usual = bestOf(sentence.repeat(2_500))

    expect(bestOf(`${line}\n`.repeat(100))).toBeLessThan(usual * 20)
  })

  test('returns no chunks for an empty text', () => {
    expect(splitChunks(' \n\n')).toEqual([])
  })
})
