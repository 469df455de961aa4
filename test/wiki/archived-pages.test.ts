import { describe, expect, test } from 'vitest'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { createRevision } from '../../src/wiki/endpoints/create-revision.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { restoreRevision } from '../../src/wiki/endpoints/restore-revision.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { restoreEntry } from '../../src/trash/endpoints/restore-entry.ts'
import { call } from '../support/call.ts'
import { givenOwnPage, givenPage, made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'

/** Creates an archived page that everybody may write. */
const givenArchived = async () => {
  const { author, page } = await givenOwnPage({ content: 'as it was' })
  const { body } = await call(updatePage, {
    as: author,
    params: { id: page.id },
    body: { status: 'archived' },
  })
  return { author, page: body }
}

describe('An archived page', () => {
  test.each<[change: string, endpoint: EndpointHandler, request: { params?: object; body?: object }]>([
    ['a revision', createRevision, { body: { content: 'new' } }],
    ['a revision of the title alone', createRevision, { body: { title: 'New' } }],
    ['a revision that was restored', restoreRevision, { params: { number: 1 } }],
    ['a revision beside other changes', updatePage, { body: { content: 'new', tags: ['new'] } }],
    ['another place', updatePage, { body: { position: 7 } }],
    ['tags', updatePage, { body: { tags: ['new'] } }],
    ['a review date', updatePage, { body: { review_at: '2030-01-01T00:00:00Z' } }],
    ['to be deleted', deletePage, {}],
  ])('refuses %s', async (_, endpoint, { params = {}, ...request }) => {
    const { author, page } = await givenArchived()

    const answer = await call(endpoint, { as: author, params: { id: page.id, ...params }, ...request })
    const { body } = await call(readPage, { as: author, params: { id: page.id } })

    expect(answer.status).toBe(409)
    expect(answer.headers['x-error-code']).toBe('wiki.page_archived')
    expect(answer.detail).toBe('The page is archived; set its "status" to "published" first.')
    expect(body).toEqual(page)
  })

  test('refuses all concurrent revisions', async () => {
    const { author, page } = await givenArchived()

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        call(createRevision, { as: author, params: { id: page.id }, body: { content: `text ${n}` } }),
      ),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]))
  })

  test('accepts a request that changes nothing, and the body that a GET returned', async () => {
    const { author, page } = await givenArchived()

    const answer = await call(updatePage, { as: author, params: { id: page.id }, body: page })

    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(page)
  })

  test('can be published and changed by one request, and then deleted', async () => {
    const { author, page } = await givenArchived()
    const params = { id: page.id }
    const body = { status: 'published' as const, content: 'new', tags: ['new'] }

    const published = await call(updatePage, { as: author, params, body })
    const deleted = await call(deletePage, { as: author, params })

    expect(published.body).toMatchObject({ ...body, revision: 2 })
    expect(deleted.status).toBe(204)
  })

  test('moves to the trash with its parent, and is restored unchanged', async () => {
    const { author, space, page: above } = await givenOwnPage()
    const page = await givenPage(author, space, { under: above })
    const params = { id: page.id }
    const archived = await made(updatePage, { as: author, params, body: { status: 'archived' } })

    await made(deletePage, { as: author, params: { id: above.id }, query: { recursive: true } })
    const gone = await call(readPage, { as: author, params })
    await made(restoreEntry, { as: author, params: { id: above.id } })
    const { body } = await call(readPage, { as: author, params })

    expect(gone.status).toBe(404)
    expect([body.status, body.content]).toEqual(['archived', archived.content])
  })

  test('can be read by everybody who may read the space', async () => {
    const { page } = await givenArchived()
    const reader = await signedIn()

    const { status, body } = await call(readPage, { as: reader, params: { id: page.id } })

    expect([status, body.status, body.content]).toEqual([200, 'archived', 'as it was'])
  })
})
