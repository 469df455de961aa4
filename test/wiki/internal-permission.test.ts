import { describe, expect, test } from 'vitest'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { createPage } from '../../src/wiki/endpoints/create-page.ts'
import { createRevision } from '../../src/wiki/endpoints/create-revision.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { listSpaces } from '../../src/wiki/endpoints/list-spaces.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call, raw, type CallOptions } from '../support/call.ts'
import { givenOwnPage, givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

type Page = { id: string; space_id: string }

/** Creates a space, with a page, that everybody may read and only members may write. */
const givenReadOnly = async (members: [SignedIn, 'read' | 'write' | 'admin'][] = []) => {
  const owner = await signedIn()
  const space = await givenSpace(owner, { internal_permission: 'read', members })
  return { owner, space, page: await givenPage(owner, space) }
}

describe('internal_permission of a space', () => {
  test('defaults to write, and can be changed by an admin of the space', async () => {
    const { author, space, page } = await givenOwnPage()
    const other = await signedIn()
    const write = () =>
      call(createRevision, { as: other, params: { id: page.id }, body: { content: 'Mine' } })

    const before = await write()
    const byOther = await call(updateSpace, {
      as: other,
      params: space,
      body: { internal_permission: 'read' },
    })
    const changed = await call(updateSpace, {
      as: author,
      params: space,
      body: { internal_permission: 'read' },
    })
    const after = await write()

    expect(space['internal_permission']).toBe('write')
    expect([before.status, byOther.status, changed.status, after.status]).toEqual([201, 403, 200, 403])
    expect(changed.body.internal_permission).toBe('read')
  })

  test.each<[what: string, endpoint: EndpointHandler, requestFor: (page: Page) => CallOptions]>([
    ['make a page', createPage, (page) => ({ body: { space_id: page.space_id, title: 'Mine' } })],
    ['change one', updatePage, (page) => ({ params: { id: page.id }, body: { tags: ['mine'] } })],
    ['revise one', createRevision, (page) => ({ params: { id: page.id }, body: { content: 'Mine' } })],
    ['delete one', deletePage, (page) => ({ params: { id: page.id } })],
  ])('"read" permits only writing members to %s', async (_, endpoint, requestFor) => {
    const [stranger, reader, writer] = [await signedIn(), await signedIn(), await signedIn()]
    const { page } = await givenReadOnly([
      [reader, 'read'],
      [writer, 'write'],
    ])
    const request = requestFor(page)

    const refused = [
      await call(endpoint, { as: stranger, ...request }),
      await call(endpoint, { as: reader, ...request }),
    ]
    const allowed = await call(endpoint, { as: writer, ...request })

    expect(refused.map(({ status }) => status)).toEqual([403, 403])
    expect(refused[0]?.headers['x-error-code']).toBe('wiki.permission_missing')
    expect(allowed.status).toBeLessThan(300)
  })

  test('"read" lets everybody read, subscribe and find the space', async () => {
    const stranger = await signedIn()
    const { space, page } = await givenReadOnly()

    const [read, subscribed, found] = await Promise.all([
      call(readPage, { as: stranger, params: { id: page.id } }),
      call(subscribePage, { as: stranger, params: { id: page.id } }),
      call(readSpace, { as: stranger, params: { id: space.id } }),
    ])
    const { items } = (await call(listSpaces, { as: stranger, query: { limit: 100 } })).body

    expect([read.status, subscribed.status]).toEqual([200, 201])
    expect(found.body).toMatchObject({ internal_permission: 'read', permission: 'read' })
    expect(items).toContainEqual(expect.objectContaining({ id: space.id, permission: 'read' }))
  })

  test('grants nothing in a private space', async () => {
    const [owner, stranger] = [await signedIn(), await signedIn()]
    const space = await givenSpace(owner, { visibility: 'private', internal_permission: 'write' })

    expect((await call(readSpace, { as: stranger, params: { id: space.id } })).status).toBe(404)
  })

  test('rejects admin with 422, because only members can have it', async () => {
    const owner = await signedIn()
    const space = await givenSpace(owner)

    const answer = await call(updateSpace, {
      as: owner,
      params: { id: space.id },
      body: { internal_permission: raw('admin') },
    })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain('"internal_permission"')
  })
})
