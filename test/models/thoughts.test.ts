import { describe, expect, test } from 'vitest'
import { filterThoughts, retraction } from '../../src/models/thoughts.ts'

/** Returns the text that remains visible after these pieces. */
const visible = (pieces: string[], { startsInside = false, isAnswered = true } = {}) => {
  const filter = filterThoughts(startsInside)
  const parts = [...pieces.flatMap((piece) => filter.push(piece)), ...filter.end(isAnswered)]
  return parts.slice(parts.lastIndexOf(retraction) + 1).join('')
}

const tags = ['think', 'thinking', 'thought', 'reasoning', 'THINK', 'seed:think', 'think time="3"']

describe('thoughts of a model', () => {
  test.each(tags)('hides thoughts wherever <%s> is cut', (tag) => {
    const text = `<${tag}>\nA < b, <i>secret</i>.\n</${tag.split(' ')[0]}>\n\nSoup & <b>bread</b> [1].`
    for (let cut = 0; cut <= text.length; cut += 1)
      for (const end of [cut, Math.min(cut + 3, text.length)])
        expect(visible([text.slice(0, cut), text.slice(cut, end), text.slice(end)])).toBe(
          'Soup & <b>bread</b> [1].',
        )
  })

  test('hides thoughts before a lone closing tag, wherever it is cut', () => {
    const text = 'Secret.\n\nMore of it.\n</think>\n\nSoup.'
    for (let cut = 0; cut <= text.length; cut += 1)
      for (const startsInside of [true, false])
        expect(visible([text.slice(0, cut), text.slice(cut)], { startsInside })).toBe('Soup.')
  })

  test('never shows thoughts of a model known to begin with them', () => {
    const filter = filterThoughts(true)

    expect(['Secret.', '\n</thi', 'nk>', 'Soup.'].flatMap((piece) => filter.push(piece))).toEqual(['Soup.'])
  })

  test('hides an answer whose thought never ends', () => {
    expect(visible(['<think>Secret.'])).toBe('')
    expect(visible(['Secret.'], { startsInside: true, isAnswered: false })).toBe('')
  })

  test('hides thoughts before a function call', () => {
    expect(visible(['Secret.</think>\n'], { isAnswered: false })).toBe('')
  })
})

describe('an answer', () => {
  test.each([
    ['a closing tag behind it', 'Soup.\n</think>', 'Soup.'],
    ['a second closing tag', '<think>Secret.</think>Soup.</think> And bread.', 'Soup. And bread.'],
    ['a tag in code', 'Use `<think>` for it.', 'Use `<think>` for it.'],
    ['a tag in a block of code', '```\n<think>a</think>\n```\nSoup.', '```\n<think>a</think>\n```\nSoup.'],
    [
      'angle brackets',
      'If a < b and b <c, then [TH] a <thinker>.',
      'If a < b and b <c, then [TH] a <thinker>.',
    ],
    ['an unfinished bracket', 'Soup <thi', 'Soup <thi'],
    ['blank lines before it', '\n \n    code', '    code'],
  ])('stays whole with %s', (_, text, expected) => {
    for (let cut = 0; cut <= text.length; cut += 1)
      expect(visible([text.slice(0, cut), text.slice(cut)]).trimEnd()).toBe(expected)
  })

  test('shows an answer without thoughts of a model that usually begins with one', () => {
    expect(visible(['Soup', '.'], { startsInside: true })).toBe('Soup.')
  })
})
