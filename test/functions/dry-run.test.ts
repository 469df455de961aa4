import { beforeAll, describe, expect, test } from 'vitest'
import { scanItems } from '../../infra/operation/scan.ts'
import functions from '#generated/functions.json' with { type: 'json' }
import { invokeFunction } from '../../src/invocation/endpoints/invoke-function.ts'
import type { Item } from '../../src/platform/table/operation.ts'
import { call, type Answer, type AnswerOf } from '../support/call.ts'
import { givenCalls } from '../support/given-calls.ts'
import { givenOwnPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

let admin: SignedIn

const invoke = async (name: string, args: Record<string, unknown>, dry_run: boolean, as = admin) =>
  call(invokeFunction, { as, params: { name }, body: { arguments: args, dry_run } })

/** Adds all items of the table, by key. */
const fill = async (items: Map<string, Item>) => {
  for await (const page of scanItems()) for (const item of page) items.set(`${item.pk} ${item.sk}`, item)
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/

/** Replaces the IDs that a dry run cannot know by null: those of resources that did not exist before the call. */
const withoutNewIds = (changes: unknown, known: Set<string>): unknown =>
  JSON.parse(JSON.stringify(changes), (_, value: unknown) =>
    typeof value === 'string' && uuid.test(value) && !known.has(value) ? null : value,
  )

const idsIn = (items: Map<string, Item>) =>
  new Set(JSON.stringify([...items.values()]).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g))

const before = new Map<string, Item>()
const dryRuns = new Map<
  string,
  { args: Record<string, unknown>; dry: Answer<AnswerOf<typeof invokeFunction>> }
>()

beforeAll(async () => {
  admin = await signedIn({ role: 'admin' })
  const calls = givenCalls(admin)
  const given = new Map<string, Record<string, unknown>>()
  for (const { name } of functions) given.set(name, (await calls[name]?.()) ?? {})
  await fill(before)
  for (const [name, args] of given) dryRuns.set(name, { args, dry: await invoke(name, args, true) })
}, 60_000)

describe('POST /functions/{name}/invoke with dry_run', () => {
  test('changes nothing, whatever the function', async () => {
    const untouched = new Map<string, Item>()
    await fill(untouched)

    expect(untouched).toEqual(before)
  })

  test.each(functions)('returns the changes of $name', async ({ name, effect }) => {
    const { args, dry } = dryRuns.get(name)!
    const known = idsIn(before)

    const real = await invoke(name, args, false)

    expect([dry.status, real.status], `${dry.text} ${real.text}`).toEqual([200, 200])
    expect(dry.body.result).toBeNull()
    expect(dry.body.changes).toEqual(withoutNewIds(real.body.changes, known))
    if (effect === 'read') expect(real.body.changes).toEqual([])
  })

  test('shows states before and after, with null for resources that do not exist yet', async () => {
    const { author, space, page } = await givenOwnPage({ title: 'Old', tags: ['a'] })

    const update = await invoke('wiki_update_page', { id: page.id, title: 'New' }, true, author)
    const creation = await invoke('wiki_create_page', { space_id: space.id, title: 'Made' }, true, author)

    expect(update.body).toEqual({
      result: null,
      audience: null,
      changes: [
        {
          action: 'updated',
          type: 'wiki_page',
          id: page.id,
          fields: [
            { field: 'title', before: 'Old', after: 'New' },
            { field: 'content', before: expect.anything(), after: expect.objectContaining({ revision: 2 }) },
          ],
        },
      ],
    })
    expect(creation.body.changes).toMatchObject([
      {
        action: 'created',
        type: 'wiki_page',
        id: null,
        fields: expect.arrayContaining([{ field: 'title', before: null, after: 'Made' }]),
      },
    ])
  })

  test('fails like the call itself', async () => {
    const other = await signedIn()
    const { author, page } = await givenOwnPage()
    const space = await givenSpace(author, { slug: `taken-${page.id}` })
    const late = { id: page.id, content: 'Late', base_revision: 7 }
    const calls: [SignedIn, string, Record<string, unknown>, number][] = [
      [author, 'wiki_create_space', { name: 'Twice', slug: space.slug }, 409],
      [author, 'wiki_update_page', late, 409],
      [author, 'wiki_update_page', { id: page.id, title: '' }, 422],
      [other, 'wiki_update_space', { id: space.id, name: 'Mine' }, 403],
      [other, 'wiki_delete_page', { id: space.id }, 404],
      [other, 'lms_create_category', { name: 'Mine' }, 403],
    ]
    for (const [as, name, args, status] of calls) {
      const dry = await invoke(name, args, true, as)
      const real = await invoke(name, args, false, as)

      expect([dry.status, dry.body]).toEqual([status, real.body])
    }
  })

  test('does not use up an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'dry' }
    const body = { arguments: { name: 'Space' } }
    const options = { as: admin, params: { name: 'wiki_create_space' }, headers }

    const dry = await call(invokeFunction, { ...options, body: { ...body, dry_run: true } })
    const real = await call(invokeFunction, { ...options, body })

    expect([dry.status, dry.body.result]).toEqual([200, null])
    expect(real.body.result).toMatchObject({ name: 'Space' })
  })
})
