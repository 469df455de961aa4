import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addCompounds, findCompounds, isInsideTerm } from '../../src/platform/search/index/compounds.ts'
import { forgetWords } from '../../src/platform/search/index/vocabulary-removal.ts'

const letters = (count: number) =>
  Array.from(randomBytes(count), (byte) => String.fromCharCode(97 + (byte % 26))).join('')

describe('findCompounds', () => {
  test('finds all compounds with a part in their middle, even if they exceed a bucket', async () => {
    const part = letters(8)
    const terms = Array.from({ length: 120 }, () => `${letters(6)}${part}${letters(4)}`)

    await addCompounds(terms.slice(0, 70))
    await addCompounds(terms)

    expect((await findCompounds(part)).sort()).toEqual([...terms].sort())
  })

  test('finds a compound by the beginning of a part, and by no other letters', async () => {
    const [first, part, last] = [letters(6), letters(8), letters(6)] as const
    await addCompounds([`${first}${part}${last}`])

    expect(await findCompounds(part.slice(0, 5))).toEqual([`${first}${part}${last}`])
    expect(await findCompounds(`${part}${part}`)).toEqual([])
  })

  test('does not find compounds whose words were removed', async () => {
    const part = letters(8)
    const term = `${letters(6)}${part}${letters(6)}`
    await addCompounds([term])

    await forgetWords([`${term}en, and more`])

    expect(await findCompounds(part)).toEqual([])
  })
})

test.each([
  ['a part in the middle', 'reisekostenabrechn', 'kosten', true],
  ['a part that begins the word', 'reisekostenabrechn', 'reise', false],
  ['a part that ends it', 'reisekostenabrechn', 'abrechn', false],
  ['letters too near to the end', 'reisekosten', 'ekost', false],
])('isInside checks %s', (_, term, part, expected) => {
  expect(isInsideTerm(term, part)).toBe(expected)
})
