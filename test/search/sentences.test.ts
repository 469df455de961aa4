import { beforeAll, describe, expect, test } from 'vitest'
import { givenFoundPages } from '../support/given-found-pages.ts'

const filler =
  'Nothing of note was said about this before, and nobody has asked for more since then.\n\n'.repeat(40)

const pages = {
  'Moving house': `Rename the flat.\n\n${filler}Rename rename rename.\n\n${filler}A remote, a remote, a remote place.`,
  'Vitamin A': `Apples have it.\n\n${filler}`,
  'Werken met mappen': 'Een map met bestanden op het scherm openen.',
  Inleiding: 'Een liniaal om op het scherm afstanden te meten.',
  'Distant machines': `${filler}How it is done: rename the remote and tell the others.\n\n${filler}`,
}

describe('GET /search with phrases', () => {
  let titles: Awaited<ReturnType<typeof givenFoundPages>>

  beforeAll(async () => {
    titles = await givenFoundPages(pages)
  })

  test('lists a page with all words in one place first', async () => {
    expect(await titles('rename remote')).toEqual(['Distant machines', 'Moving house'])
  })

  test('does not take a stop word for a form of another word', async () => {
    expect(await titles('scherm meten')).toEqual(['Inleiding', 'Werken met mappen'])
  })

  test('ignores articles', async () => {
    expect(await titles('rename a remote')).toEqual(['Distant machines', 'Moving house'])
  })

  test('searches for a letter that is part of a name', async () => {
    expect(await titles('vitamin a')).toEqual(['Vitamin A'])
  })
})
