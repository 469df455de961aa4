import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createPage } from '../../src/wiki/endpoints/create-page.ts'
import { createRevision } from '../../src/wiki/endpoints/create-revision.ts'
import { listRevisions } from '../../src/wiki/endpoints/list-revisions.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { search } from '../../src/platform/search/query/query.ts'
import { pageSearchScope } from '../../src/wiki/page/page.ts'
import { call, raw } from '../support/call.ts'
import { givenOwnPage, givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { statusByCase } from '../support/statuses.ts'

const mebibyte = 1_048_576

describe('POST /wiki/pages', () => {
  test('creates a page with revision 1, and counts it in its space and its parent', async () => {
    const { author, space, page: parent } = await givenOwnPage()
    const body = {
      space_id: space.id,
      parent_id: parent.id,
      title: 'Child',
      content: '# Hello',
      tags: ['new'],
    }

    const answer = await call(createPage, { as: author, body })

    expect(answer.status).toBe(201)
    expect(answer.headers['location']).toMatch(new RegExp(`/api/v1/wiki/pages/${answer.body.id}$`))
    expect(answer.body).toMatchObject({
      ...body,
      position: 0,
      status: 'published',
      revision: 1,
      children_count: 0,
      permission: 'admin',
      is_subscribed: true,
      author: { id: author.id, name: author.name },
      version: 1,
    })
    const counted = await call(readPage, { as: author, params: { id: parent.id } })
    expect(counted.body).toMatchObject({ children_count: 1, version: 1 })
    expect((await call(readSpace, { as: author, params: { id: space.id } })).body.page_count).toBe(2)
  })

  test.each([
    ['of one byte a character', 'a'],
    ['of two', 'é'],
    ['of three', '語'],
    ['of four', '😀'],
    ['of four, out of step', 'x😀'],
  ])('accepts 1 MiB of characters %s, and rejects one byte more', async (_, unit) => {
    const author = await signedIn()
    const space = await givenSpace(author)
    const times = Math.floor(mebibyte / Buffer.byteLength(unit))
    const content = unit.repeat(times) + 'b'.repeat(mebibyte - times * Buffer.byteLength(unit))

    const page = await givenPage(author, space, { content })
    const read = await call(readPage, { as: author, params: { id: page.id } })
    const refused = await call(createPage, {
      as: author,
      body: { space_id: space.id, title: 'Too long', content: `${content}b` },
    })

    expect(Buffer.byteLength(content)).toBe(mebibyte)
    expect(page.content === content).toBe(true)
    expect(read.body.content === content).toBe(true)
    expect(refused.status).toBe(422)
    expect(refused.detail).toBe('"content" must have at most 1048576 bytes of UTF-8.')
  })

  test('names a space or parent that does not exist or that the caller cannot see', async () => {
    const [author, outsider] = await Promise.all([signedIn(), signedIn()])
    const [hidden, other] = await Promise.all([
      givenSpace(author, { visibility: 'private' }),
      givenSpace(author),
    ])
    const foreign = await givenPage(author, other)
    const create = (as: typeof author, space_id: string, parent_id: string | null = null) =>
      call(createPage, { as, body: { space_id, parent_id, title: 'A page' } })

    const answers = await Promise.all([
      create(author, randomUUID()),
      create(outsider, hidden.id),
      create(author, hidden.id, foreign.id),
      create(author, hidden.id, randomUUID()),
    ])

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    const fields = answers.map(({ detail }) => /^"(\w+)"/.exec(detail)?.[1])
    expect(fields).toEqual(['space_id', 'space_id', 'parent_id', 'parent_id'])
  })

  test('returns 403 to a member who may only read', async () => {
    const [author, reader] = await Promise.all([signedIn(), signedIn()])
    const space = await givenSpace(author, { visibility: 'private', members: [[reader, 'read']] })

    const answer = await call(createPage, { as: reader, body: { space_id: space.id, title: 'A page' } })

    expect(answer.status).toBe(403)
  })

  test('counts each of many pages created concurrently', async () => {
    const author = await signedIn()
    const space = await givenSpace(author)

    await Promise.all(Array.from({ length: 20 }, () => givenPage(author, space)))

    expect((await call(readSpace, { as: author, params: { id: space.id } })).body.page_count).toBe(20)
  })

  test('creates one page for one Idempotency-Key', async () => {
    const author = await signedIn()
    const space = await givenSpace(author)
    const headers = { 'Idempotency-Key': randomUUID() }
    const body = { space_id: space.id, title: 'Once', content: 'x'.repeat(500_000) }

    const first = await call(createPage, { as: author, body, headers })
    const second = await call(createPage, { as: author, body, headers })

    expect(second.body).toEqual(first.body)
    expect((await call(readSpace, { as: author, params: { id: space.id } })).body.page_count).toBe(1)
  })
})

describe('GET /wiki/pages/{id}', () => {
  test('returns 304 while the client has the current version', async () => {
    const { author, page } = await givenOwnPage()
    const request = { as: author, params: { id: page.id } }

    const first = await call(readPage, request)
    const same = await call(readPage, {
      ...request,
      headers: { 'If-None-Match': first.headers['etag'] as string },
    })
    await call(updatePage, { ...request, body: { tags: ['x'] } })
    const next = await call(readPage, {
      ...request,
      headers: { 'If-None-Match': first.headers['etag'] as string },
    })

    expect(first.status, 'first').toBe(200)
    expect(same.status, 'same').toBe(304)
    expect(next.status, 'next').toBe(200)
    expect([first.headers['etag'], next.headers['etag']]).toEqual([
      expect.stringMatching(/^"1\.[\w-]+"$/),
      expect.stringMatching(/^"2\.[\w-]+"$/),
    ])
  })

  test('includes permission and subscription of the caller in body and ETag', async () => {
    const { author, page } = await givenOwnPage()
    const reader = await signedIn()
    const request = { as: reader, params: { id: page.id } }
    const first = await call(readPage, request)
    const tag = first.headers['etag'] as string

    await call(subscribePage, request)

    const next = await call(readPage, { ...request, headers: { 'If-None-Match': tag } })
    const own = await call(readPage, { ...request, as: author })
    expect([first.body, next.body, own.body]).toMatchObject([
      { permission: 'write', is_subscribed: false, version: 1 },
      { permission: 'write', is_subscribed: true, version: 1 },
      { permission: 'admin', is_subscribed: true, version: 1 },
    ])
    const changed = await call(updatePage, {
      ...request,
      body: { tags: ['x'] },
      headers: { 'If-Match': tag },
    })
    expect(changed.body, 'changed under the tag of before').toMatchObject({
      permission: 'write',
      is_subscribed: true,
      version: 2,
    })
    const after = await call(readPage, {
      ...request,
      headers: { 'If-None-Match': changed.headers['etag'] as string },
    })
    expect(after.status, 'with the tag of the update').toBe(304)
  })

  test('rejects an invalid revision number', async () => {
    const { author, page } = await givenOwnPage()
    const read = (revision: string) =>
      call(readPage, { as: author, params: { id: page.id }, query: { revision } })

    const statuses = await statusByCase({
      'the first': read('1'),
      'one that is not written yet': read('2'),
      zero: read('0'),
      'no number': read('x'),
    })

    expect(statuses).toEqual({
      'the first': 200,
      'one that is not written yet': 404,
      zero: 422,
      'no number': 422,
    })
  })
})

describe('PUT /wiki/pages/{id}', () => {
  test('changes position, status and tags without a revision', async () => {
    const { author, page } = await givenOwnPage({ content: 'as it was' })
    const params = { id: page.id }

    const answer = await call(updatePage, {
      as: author,
      params,
      body: { ...page, position: 2.5, status: 'archived', tags: ['a'] },
    })

    const expected = { ...page, position: 2.5, status: 'archived', tags: ['a'], version: 2 }
    expect(answer.body).toEqual({ ...expected, updated_at: answer.body.updated_at })
    expect((await call(readPage, { as: author, params })).body).toEqual(answer.body)
  })

  test('adds a revision if title or content differ, together with other changes', async () => {
    const { author, page } = await givenOwnPage({ content: 'as it was' })
    const params = { id: page.id }
    const revision = { title: 'Other', content: 'other', comment: 'why', base_revision: 1 }

    const answer = await call(updatePage, { as: author, params, body: { ...page, ...revision, tags: ['a'] } })
    const same = await call(updatePage, { as: author, params, body: { ...answer.body, position: 1 } })
    const old = await call(readPage, { as: author, params, query: { revision: 1 } })
    const { body } = await call(listRevisions, { as: author, params })

    expect(answer.body).toMatchObject({
      title: 'Other',
      content: 'other',
      tags: ['a'],
      revision: 2,
      version: 2,
    })
    expect(same.body).toMatchObject({ content: 'other', position: 1, revision: 2, version: 3 })
    expect(old.body).toMatchObject({ title: page.title, content: 'as it was' })
    expect(body.items).toMatchObject([{ number: 2, comment: 'why', is_minor: false }, { number: 1 }])
  })

  test('returns 409 and changes nothing for an edit of an older revision', async () => {
    const { author, page } = await givenOwnPage()
    const params = { id: page.id }
    await made(createRevision, { as: author, params, body: { content: 'by another' } })
    const before = await call(readPage, { as: author, params })

    const body = { content: 'mine', base_revision: 1, tags: ['lost?'] }
    const answer = await call(updatePage, { as: author, params, body })

    expect(answer.status).toBe(409)
    expect(answer.detail).toBe(
      'The newest revision of the page is 2, not 1; base the change on the newest revision.',
    )
    expect((await call(readPage, { as: author, params })).body).toEqual(before.body)
  })

  test.each([
    ['a comment', 422, { comment: 'why', tags: ['lost?'] }],
    ['a comment beside the present text', 422, { comment: 'why', content: 'as it was' }],
    ['a minor change', 422, { is_minor: true, title: 'Present' }],
    ['an older revision', 409, { base_revision: 2, tags: ['lost?'] }],
  ])('does not ignore %s if the request makes no revision', async (_, expected, body) => {
    const { author, page } = await givenOwnPage({ title: 'Present', content: 'as it was' })
    const params = { id: page.id }

    const { status } = await call(updatePage, { as: author, params, body })

    expect(status).toBe(expected)
    expect((await call(readPage, { as: author, params })).body).toEqual(page)
  })

  test('accepts the newest revision when it is sent again', async () => {
    const { author, page } = await givenOwnPage()
    const request = { as: author, params: { id: page.id } }
    const body = { content: 'new', comment: 'why', base_revision: 1 }

    const first = await call(updatePage, { ...request, body })
    const again = await call(updatePage, { ...request, body })
    const base = await call(updatePage, { ...request, body: { base_revision: 2, tags: ['a'] } })

    expect([first.status, again.status, base.status]).toEqual([200, 200, 200])
    expect(again.body).toEqual(first.body)
    expect(base.body).toMatchObject({ tags: ['a'], revision: 2 })
  })

  test('returns 412 for another version and changes nothing', async () => {
    const { author, page } = await givenOwnPage()
    const update = (tag: string) =>
      call(updatePage, {
        as: author,
        params: { id: page.id },
        body: { tags: [tag] },
        headers: { 'If-Match': tag },
      })

    const [stale, any] = [await update('"3"'), await update('*')]

    expect(stale.status, 'stale').toBe(412)
    expect(any.status, 'any').toBe(200)
    expect(any.body.version, 'any: version').toBe(2)
  })

  test.each([{ status: 'gone' }, { position: '1' }, { position: 1e10 }, { tags: [''] }, { parent_id: 'x' }])(
    'rejects %j',
    async (body) => {
      const { author, page } = await givenOwnPage()

      const answer = await call(updatePage, { as: author, params: { id: page.id }, body: raw(body) })

      expect(answer.status).toBe(422)
      expect(answer.detail).toContain(Object.keys(body)[0])
    },
  )
})

describe('Search terms of a page', () => {
  test('include its title, its tags and the beginning of its content', async () => {
    const [title, tag, body] = [1, 2, 3].map((n) => `w${n}${randomUUID().slice(0, 8)}`) as [
      string,
      string,
      string,
    ]
    const { page } = await givenOwnPage({ title: `A ${title}`, tags: [tag], content: `Some *${body}* here.` })

    await settle()
    const found = await Promise.all([title, tag, body].map((q) => search({ scopes: [pageSearchScope], q })))

    const places = found.map(({ things }) =>
      things.map(({ match, words }) => [match.id, words.get(0)?.isTitle]),
    )
    expect(places).toEqual([[[page.id, true]], [[page.id, false]], [[page.id, false]]])
  })
})
