import { expect, test } from 'vitest'
import { piecesOf } from '../../src/search/cutting.ts'
import { ranked } from '../../src/search/ranking.ts'
import { extractTerms } from '../../src/language/terms.ts'

const terms = extractTerms('Where is the toner?')
const weights = terms.map(() => 1)

const rank = (text: string) =>
  ranked(terms, weights, [{ thing: 'page', title: 'Page', pieces: piecesOf(text) }])

test('what stands in addresses, images and tags is not what a text says', () => {
  const text =
    '![toner](toner.png) ![a][toner] [b](http://x.test/toner) <b class="toner">\n\n[toner]: http://x.test\n'

  expect(rank(text)).toEqual([])
})
