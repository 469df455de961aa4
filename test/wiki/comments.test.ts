import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { comments } from '../../src/wiki/comment/comment.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { deleteComment } from '../../src/wiki/endpoints/delete-comment.ts'
import { listComments } from '../../src/wiki/endpoints/list-comments.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { updateComment } from '../../src/wiki/endpoints/update-comment.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { call } from '../support/call.ts'
import { givenOwnPage, givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

type Thing = { id: string }

const givenComment = (as: SignedIn, page: Thing, fields: object = {}) =>
  made(createComment, { as, params: { id: page.id }, body: { text: 'Is this still true?', ...fields } })

const change = (as: SignedIn, page: Thing, comment: Thing, body: object, headers = {}) =>
  call(updateComment, { as, params: { id: page.id, comment_id: comment.id }, body, headers })

const remove = (as: SignedIn, page: Thing, comment: Thing) =>
  call(deleteComment, { as, params: { id: page.id, comment_id: comment.id } })

const commentsOf = async (as: SignedIn, page: Thing) =>
  (await call(listComments, { as, params: { id: page.id } })).body.items

const newsFor = async (as: SignedIn) => {
  await settle()
  const { body } = await call(listNotifications, { as, query: { type: 'page_comment,page_mention' } })
  return body.items.map(({ type, title }: { type: string; title: string }) => [type, title])
}

/** Creates a page in a private space that `reader` may read and `writer` may write. */
const givenPrivatePage = async () => {
  const [owner, reader, writer] = [await signedIn(), await signedIn(), await signedIn()]
  const space = await givenSpace(owner, {
    visibility: 'private',
    members: [
      [reader, 'read'],
      [writer, 'write'],
    ],
  })
  return { owner, reader, writer, page: await givenPage(owner, space, { title: 'Plan' }) }
}

describe('POST /wiki/pages/{id}/comments', () => {
  test('adds a comment with a quotation from the page', async () => {
    const { reader, owner, page } = await givenPrivatePage()
    const body = { text: 'True, @Owner?', mentions: [owner.id, owner.id], quote: 'Every Monday' }

    const answer = await call(createComment, { as: reader, params: { id: page.id }, body })

    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(String),
      page_id: page.id,
      text: 'True, @Owner?',
      mentions: [owner.id],
      quote: 'Every Monday',
      resolved: false,
      author: { id: reader.id, name: reader.name },
      created_at: expect.any(String),
      updated_at: answer.body.created_at,
      version: 1,
    })
    expect(await commentsOf(owner, page)).toEqual([answer.body])
  })

  test.each([
    ['no text', {}, 'text'],
    ['an empty text', { text: ' \n ' }, 'text'],
    ['a text that is too long', { text: 'x'.repeat(50_001) }, 'text'],
    ['a mention of nobody', { text: 'x', mentions: [randomUUID()] }, 'mentions[0]'],
    ['an empty quote', { text: 'x', quote: '' }, 'quote'],
    ['a resolution', { text: 'x', resolved: true }, 'resolved'],
  ])('names the invalid field in %s', async (_, body, field) => {
    const { author, page } = await givenOwnPage()

    const answer = await call(createComment, { as: author, params: { id: page.id }, body })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain(`"${field}"`)
  })

  test('notifies subscribers, including the author of the page, and mentioned people, once each', async () => {
    const { owner, reader, writer, page } = await givenPrivatePage()
    const outsider = await signedIn()
    await made(subscribePage, { as: reader, params: { id: page.id } })
    await made(subscribePage, { as: writer, params: { id: page.id } })

    await givenComment(writer, page, { mentions: [reader.id, outsider.id, writer.id] })

    expect(await newsFor(owner)).toEqual([['page_comment', `${writer.name} commented on “Plan”`]])
    expect(await newsFor(reader)).toEqual([['page_mention', `${writer.name} mentioned you in “Plan”`]])
    expect(await newsFor(writer)).toEqual([])
    expect(await newsFor(outsider)).toEqual([])
  })

  test('quotes the comment as plain text, without truncated Markdown', async () => {
    const { owner, reader, page } = await givenPrivatePage()
    const words = 'word '.repeat(35)

    await givenComment(reader, page, {
      text: `${words}[the plan](https://example.com/a/long/address) **now**`,
    })
    await settle()

    const { items } = (await call(listNotifications, { as: owner })).body
    expect(items).toMatchObject([{ body: `${words}the plan now` }])
  })

  test('makes the comment findable for people who may read the page', async () => {
    const { reader, page } = await givenPrivatePage()
    const [outsider, word] = [await signedIn(), `remark${randomUUID().slice(0, 8)}`]
    const comment = await givenComment(reader, page, { text: `Mind the ${word}.` })
    await settle()

    const [found, hidden] = await Promise.all(
      [reader, outsider].map((as) => call(searchEverything, { as, query: { q: word } })),
    )

    expect(found?.body.items).toMatchObject([{ type: 'wiki_comment', id: comment.id, title: 'Plan' }])
    expect(hidden?.body.items).toEqual([])
  })
})

describe('PUT /wiki/pages/{id}/comments/{comment_id}', () => {
  test('changes the text, and notifies newly mentioned people', async () => {
    const { owner, reader, writer, page } = await givenPrivatePage()
    const comment = await givenComment(reader, page, { mentions: [owner.id] })

    const answer = await change(reader, page, comment, {
      ...comment,
      text: 'Better',
      mentions: [owner.id, writer.id],
    })
    const same = await change(reader, page, comment, answer.body)
    const late = await change(reader, page, comment, { text: 'Late' }, { 'If-Match': '"1"' })

    expect(answer.body).toMatchObject({ text: 'Better', mentions: [owner.id, writer.id], version: 2 })
    expect([same.status, same.body]).toEqual([200, answer.body])
    expect(late.status).toBe(412)
    expect(await newsFor(writer)).toEqual([['page_mention', `${reader.name} mentioned you in “Plan”`]])
    expect(await newsFor(owner)).toHaveLength(1)
  })

  test('allows only the author to edit the text, for 24 hours', async () => {
    const { owner, reader, page } = await givenPrivatePage()
    const comment = await givenComment(reader, page)
    const created_at = new Date(Date.now() - 86_401_000).toISOString()
    const old = comments.make({ page_id: page.id, text: 'As it was', author: reader, created_at })
    await comments.create(old)

    const byOwner = await change(owner, page, comment, { text: 'Mine' })
    const late = await change(reader, page, old, { text: 'Late' })
    const resolved = await change(reader, page, old, { resolved: true })

    expect([byOwner.status, byOwner.headers['x-error-code']]).toEqual([403, 'wiki.author_required'])
    expect([late.status, late.headers['x-error-code']]).toEqual([403, 'wiki.change_period_over'])
    expect(resolved.body).toMatchObject({ text: 'As it was', resolved: true })
  })

  test.each([
    ['its author', 'reader', 200],
    ['who may write the page', 'writer', 200],
    ['the admin of the space', 'owner', 200],
    ['another reader', 'second', 403],
  ] as const)('answers the resolution by %s (as %s) with %i', async (_, who, status) => {
    const { page, ...people } = await givenPrivatePage()
    const second = people.reader
    const comment = await givenComment(who === 'second' ? people.owner : people.reader, page)

    const answer = await change({ ...people, second }[who], page, comment, { resolved: true })

    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.body).toMatchObject({ resolved: true, text: comment['text'] })
    else expect(answer.headers['x-error-code']).toBe('wiki.permission_missing')
  })
})

describe('DELETE /wiki/pages/{id}/comments/{comment_id}', () => {
  test('allows only the author and administrators', async () => {
    const { owner, reader, writer, page } = await givenPrivatePage()
    const admin = await signedIn({ role: 'admin' })
    const [first, second] = [await givenComment(reader, page), await givenComment(reader, page)]

    const refused = await remove(writer, page, first)
    const gone = [await remove(reader, page, first), await remove(admin, page, second)]
    const again = await remove(reader, page, first)

    expect([refused.status, refused.headers['x-error-code']]).toEqual([403, 'wiki.author_required'])
    expect(gone.map(({ status }) => status)).toEqual([204, 204])
    expect([again.status, again.headers['x-error-code']]).toEqual([404, 'wiki.comment_not_found'])
    expect(await commentsOf(owner, page)).toEqual([])
  })
})

describe('Comments of a page', () => {
  test('return 404 to people who may not read the page, and through another page', async () => {
    const { owner, page } = await givenPrivatePage()
    const other = await givenOwnPage()
    const comment = await givenComment(owner, page)
    const [as, params] = [await signedIn(), { id: page.id }]

    const answers = [
      await call(listComments, { as, params }),
      await call(createComment, { as, params, body: { text: 'x' } }),
      await change(as, page, comment, { text: 'x' }),
      await remove(as, page, comment),
      await change(other.author, other.page, comment, { text: 'x' }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })

  test('become read-only when the page is archived', async () => {
    const { owner, page } = await givenPrivatePage()
    const comment = await givenComment(owner, page)
    await call(updatePage, { as: owner, params: { id: page.id }, body: { status: 'archived' } })

    const answers = [
      await call(createComment, { as: owner, params: { id: page.id }, body: { text: 'x' } }),
      await change(owner, page, comment, { text: 'x' }),
      await change(owner, page, comment, { resolved: true }),
      await remove(owner, page, comment),
    ]

    expect(answers.map(({ headers }) => headers['x-error-code'])).toEqual(
      Array.from({ length: 4 }, () => 'wiki.page_archived'),
    )
    expect(await commentsOf(owner, page)).toEqual([comment])
  })
})
