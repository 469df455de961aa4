import { afterAll, describe, expect, test } from 'vitest'
import { loadResources, provideResources, searchDefinitionOf } from '../../src/platform/resource-registry.ts'
import type { Resource, Wanted } from '../../src/platform/resource.ts'
import { resources } from '../../src/resources.ts'

const reader = { id: 'reader', role: 'user' as const }

/** A resource of which a reader may read all things but those that are called secret. */
const resource = (type: string, asked: Wanted[][] = []): Resource => ({
  type,
  load: (_, wanted) => {
    asked.push(wanted)
    return Promise.resolve(
      wanted.map(({ id }) =>
        id === 'secret'
          ? undefined
          : {
              type,
              id,
              title: `${type} ${id}`,
              url: `https://example.com/${id}`,
              text: '',
              updated_at: '2026-03-01T09:30:00.000Z',
              content: () => Promise.resolve(''),
              file_ids: [],
            },
      ),
    )
  },
})

afterAll(() => provideResources(resources))

describe('Resources', () => {
  test('are loaded together by their types, and come in the order of what was asked for', async () => {
    const asked: Wanted[][] = []
    provideResources({
      book: () => Promise.resolve(resource('book', asked)),
      song: () => Promise.resolve(resource('song')),
    })

    const views = await loadResources(reader, [
      { type: 'book', id: '1' },
      { type: 'song', id: '1' },
      { type: 'book', id: 'secret' },
      { type: 'book', id: '2', container: 'shelf' },
    ])

    expect(views.map((view) => view?.title)).toEqual(['book 1', 'song 1', undefined, 'book 2'])
    expect(asked.map((wanted) => wanted.map(({ id }) => id))).toEqual([['1', 'secret', '2']])
  })

  test('of a type that nobody has provided are a mistake', async () => {
    provideResources({})

    await expect(loadResources(reader, [{ type: 'book', id: '1' }])).rejects.toThrow(
      'The resource "book" was not provided.',
    )
  })

  test('that are not searched have no words', async () => {
    provideResources({ book: () => Promise.resolve(resource('book')) })

    await expect(searchDefinitionOf('book')).rejects.toThrow('The resource "book" is not searched.')
  })
})
