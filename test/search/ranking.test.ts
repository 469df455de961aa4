import { expect, test } from 'vitest'
import { splitChunks } from '../../src/language/chunks.ts'
import { rankChunks } from '../../src/search/ranked-chunks.ts'
import { extractTerms, makeTermCounter } from '../../src/language/terms.ts'

const terms = extractTerms('Where is the toner?')
const weights = terms.map(() => 1)

const rank = (text: string) =>
  rankChunks(makeTermCounter(terms), weights, [{ source: 'page', title: 'Page', chunks: splitChunks(text) }])

test('ignores words in addresses, images and tags', () => {
  const text =
    '![toner](toner.png) ![a][toner] [b](http://x.test/toner) <b class="toner">\n\n[toner]: http://x.test\n'

  expect(rank(text)).toEqual([])
})
