import { expect, test } from 'vitest'
import { orderByPassage } from '../../src/platform/search/query/passage-order.ts'
import { queryWords } from '../../src/platform/search/query/query-words.ts'

const thing = (title: string, text: string) => ({
  title,
  hit: { score: 1, isTitled: false },
  passages: [{ headings: [], text, score: 1 }],
})

test('ranks adjacent words before words that are far apart', () => {
  const apart = thing(
    'Apart',
    'Printing a report takes a minute, in which nobody needs to look at the envelope.',
  )
  const together = thing(
    'Together',
    'This is how the printing of an envelope works, which takes a minute or more.',
  )

  const ordered = orderByPassage([apart, together], queryWords('printing envelope'))

  expect(ordered).toEqual([together, apart])
})
