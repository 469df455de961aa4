import { beforeEach, describe, expect, test } from 'vitest'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { listSpaces } from '../../src/wiki/endpoints/list-spaces.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { call } from '../support/call.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { deleted, leftIn, nextVersionOf, purge, restore, trashOf } from './given.ts'

let owner: SignedIn

beforeEach(async () => {
  owner = await signedIn()
})

const namesFor = async (as: SignedIn, q: string) =>
  (await call(listSpaces, { as, query: { q } })).body.items.map(({ slug }: { slug: string }) => slug)

describe('A space in the trash', () => {
  test('comes back with its pages and members', async () => {
    const member = await signedIn()
    const space = await givenSpace(owner, {
      name: 'Numbat',
      visibility: 'private',
      members: [[member, 'read']],
    })
    const page = await givenPage(owner, space)
    await settle()

    await deleted(deleteSpace, owner, space)
    await settle({ deliveries: 2 })
    const meanwhile = [
      (await call(readPage, { as: member, params: { id: page.id } })).status,
      await namesFor(member, 'numbat'),
    ]
    const answer = await restore(owner, space)
    await settle({ deliveries: 2 })

    expect(meanwhile).toEqual([404, []])
    expect(answer).toMatchObject({ status: 200, body: { ...nextVersionOf(space), page_count: 1 } })
    expect((await call(readPage, { as: member, params: { id: page.id } })).status).toBe(200)
    expect(await namesFor(member, 'numbat')).toEqual([space.slug])
  })

  test('requires another slug if its own is taken', async () => {
    const space = await givenSpace(owner)
    await deleted(deleteSpace, owner, space)
    await givenSpace(owner, { slug: space.slug })

    const taken = await restore(owner, space)
    const slug = `${space.slug}-again`
    const answer = await restore(owner, space, { slug })

    expect([taken.status, taken.headers['x-error-code']]).toEqual([409, 'wiki.slug_taken'])
    expect(taken.detail).toContain('"slug"')
    expect([answer.status, answer.body.slug]).toEqual([200, slug])
  })

  test('rejects a parent', async () => {
    const space = await givenSpace(owner)
    await deleted(deleteSpace, owner, space)

    const answer = await restore(owner, space, { parent_id: null })

    expect([answer.status, answer.detail.includes('parent_id')]).toEqual([422, true])
  })

  test('loses its pages, including trashed ones, when it is permanently deleted', async () => {
    const space = await givenSpace(owner)
    const [page, other] = [await givenPage(owner, space), await givenPage(owner, space)]
    await deleted(deletePage, owner, other)
    await deleted(deleteSpace, owner, space)
    await settle()

    await purge(owner, space)
    await settle({ deliveries: 2 })

    const places = [`space#${space.id}`, `page#${page.id}`, `page#${other.id}`, `trash#${other.id}`]
    expect((await Promise.all(places.map(leftIn))).flat()).toEqual([])
    expect(await trashOf(owner)).toEqual([])
  })
})
