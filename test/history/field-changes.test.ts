import { describe, expect, test } from 'vitest'
import { historyOf } from '../../src/platform/history/definition.ts'
import { fieldChanges } from '../../src/platform/history/field-changes.ts'
import { loadHistory } from '../../src/platform/history/history-registry.ts'
import { pages } from '../../src/wiki/page/page.ts'

const thing = {
  title: 'Plan',
  text: 'Some words',
  secret: 'abc',
  members: [{ user_id: 'u1', user: { id: 'u1', name: 'Ada' }, permission: 'read' }],
  tags: [] as string[],
  version: 1,
}
const fields = { title: 'value', text: 'size', secret: 'hidden', members: 'value', tags: 'value' } as const

describe('fieldChanges', () => {
  test('omits fields that are not shown', () => {
    expect(fieldChanges(thing, { ...thing, version: 2 }, fields)).toEqual([])
  })

  test('returns values, the size of texts, and for hidden fields only the fact that they changed', () => {
    const after = { ...thing, title: 'Plans', text: 'Some wörds', secret: 'def' }

    expect(fieldChanges(thing, after, fields)).toEqual([
      { field: 'title', before: 'Plan', after: 'Plans' },
      { field: 'text', before: { size: 10 }, after: { size: 11 } },
      { field: 'secret', before: null, after: null },
    ])
  })

  test('identifies people by ID alone', () => {
    const renamed = [{ user_id: 'u1', user: { id: 'u1', name: 'Ada L.' }, permission: 'read' }]

    expect(fieldChanges(thing, { ...thing, members: renamed }, fields)).toEqual([])
  })

  test('omits hidden and empty fields of a new resource', () => {
    expect(fieldChanges(undefined, thing, fields)).toEqual([
      { field: 'title', before: null, after: 'Plan' },
      { field: 'text', before: null, after: { size: 10 } },
      { field: 'members', before: null, after: [{ user_id: 'u1', permission: 'read' }] },
    ])
  })

  test('returns the size of a long text, and the differences of a long list', () => {
    const many = Array.from({ length: 500 }, (_, n) => `tag ${n}`)
    const after = { ...thing, title: 'x'.repeat(2_001), tags: [...many, 'more'] }

    expect(fieldChanges({ ...thing, tags: many }, after, fields)).toEqual([
      { field: 'title', before: 'Plan', after: { size: 2_001 } },
      { field: 'tags', before: { count: 500, only: [] }, after: { count: 501, only: ['more'] } },
    ])
  })

  test('replaces the largest values by their sizes if all together exceed an item', () => {
    const members = Array.from({ length: 3_000 }, (_, n) => ({ user_id: `${n}`, note: 'x'.repeat(100) }))
    const tags = Array.from({ length: 500 }, (_, n) => `tag ${n}`)
    const changes = fieldChanges({ ...thing, title: '', tags, members }, { ...thing, members: [] }, fields)

    expect(Buffer.byteLength(JSON.stringify({ members }))).toBeGreaterThan(300_000)
    expect(Buffer.byteLength(JSON.stringify(changes))).toBeLessThan(300_000)
    expect(changes).toEqual([
      { field: 'title', before: '', after: 'Plan' },
      { field: 'members', before: { size: expect.any(Number) }, after: { size: expect.any(Number) } },
      { field: 'tags', before: { count: 500, only: tags }, after: { count: 0, only: [] } },
    ])
  })

  test('returns the difference between two images of an item', async () => {
    const page = pages.make({
      space_id: '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11',
      title: 'Plan',
      revision: 1,
      author: { id: 'u1', name: 'Ada' },
      text: { id: 't1', chunks: 1, bytes: 5, excerpt: 'Words' },
    })
    const definition = (await loadHistory()).get('wiki.page')
    const [before, after] = [pages.itemOf(page), pages.itemOf({ ...page, title: 'Plans', version: 2 })]

    expect(definition?.changeOf(before, after)).toEqual({
      action: 'updated',
      type: 'wiki_page',
      id: page.id,
      fields: [{ field: 'title', before: 'Plan', after: 'Plans' }],
    })
    expect(definition?.changeOf(before, pages.itemOf({ ...page, children_count: 3 }))).toBeUndefined()
    expect(definition?.changeOf(undefined, after)?.action).toBe('created')
    expect(definition?.changeOf(undefined, { ...after, origin: { is_restored: true } })?.action).toBe(
      'restored',
    )
    expect(definition?.changeOf(after, undefined)?.action).toBe('deleted')
  })

  test('throws for entities whose changes never reach the stream', () => {
    const lock = {
      name: 'wiki.lock',
      isInternal: true,
      read: () => ({ id: '1' }),
      find: async () => undefined,
    }

    expect(() => historyOf(lock, { type: 'lock', fields: {} })).toThrow(
      'Changes of wiki.lock are never recorded in the history.',
    )
  })
})
