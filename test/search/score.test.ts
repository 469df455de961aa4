import { expect, test } from 'vitest'
import { singleWord } from '../../src/platform/search/query/query-words.ts'
import { rankMatches } from '../../src/platform/search/query/score.ts'

const match = {
  type: 'wiki_page',
  id: 'page',
  scope: 'wiki.page',
  container: 'space',
  fit: 1,
  isTitle: false,
  isHeading: false,
  frequency: 1,
  length: 7,
}

const scoreOf = (...words: string[]) => {
  const thing = { match, words: new Map(words.map((_, place) => [place, match])), isExact: false }
  const [scored] = rankMatches(
    words.map(singleWord),
    words.map(() => 3),
    [thing],
  )
  return scored?.score
}

test('scores a resource with all words as much as with each of them together', () => {
  expect(scoreOf('toner', 'printer')).toBeCloseTo(2 * (scoreOf('toner') ?? 0))
})
