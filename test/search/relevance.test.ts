import { beforeAll, describe, expect, test } from 'vitest'
import { givenFoundPages } from '../support/given-found-pages.ts'

const consonants = 'bcdfghjklmnpqrstvwxz'.split('')

/** More words beginning with `tar` than the first read returns, all after it in the alphabet. */
const longerWords = consonants.flatMap((one) => ['o', 'u', 'y'].map((two) => `tar${one}${two}k`))

const pages = {
  'Sundry names': `To unpack: ${longerWords.join(' ')}.`,
  'Bundles of files': 'A tar holds files. Who has a tar has all of them, and a tar keeps their rights.',
  Zeilenhöhe: 'Die Spalten und die Zeilen werden breiter. Die Höhe der Zeilen ist die der Schrift.',
  'Etwas anderes': 'Die Zeilen und die Spalten stehen in der Tabelle, und die Höhe steht daneben, je Spalte.',
  'Quiet batteries': 'A battery is quiet. It lasts longer under another system.',
  'Long afternoons': 'Nothing lasts.',
  'Bonnes pratiques': 'La traduction des messages.',
}

describe('GET /search by relevance', () => {
  let titles: Awaited<ReturnType<typeof givenFoundPages>>

  beforeAll(async () => {
    titles = await givenFoundPages(pages)
  })

  test('finds a word itself after many longer words beginning with it', async () => {
    expect(await titles('unpack tar')).toContain('Bundles of files')
  })

  test('counts a compound in the title as well as the word in the text', async () => {
    expect(await titles('Zeile Spalte')).toEqual(['Zeilenhöhe', 'Etwas anderes'])
  })

  test('finds the noun of a verb', async () => {
    expect(await titles('traduire')).toEqual(['Bonnes pratiques'])
  })

  test('finds a page with two words of a sentence', async () => {
    expect(await titles('my battery lasts longer than an umbrella yesterday afternoon')).toContain(
      'Quiet batteries',
    )
  })
})
