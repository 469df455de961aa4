import { describe, expect, test } from 'vitest'
import { createAssistant } from '../../src/assistants/endpoints/create-assistant.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { listLinks } from '../../src/wiki/endpoints/list-links.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call } from '../support/call.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { givenDesk, givenMessage, givenTicket } from '../support/given-ticket.ts'
import { givenOwnPage, givenPage, givenRevision, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

interface Thing {
  id: string
}

const addressOf = ({ id }: Thing) => `/api/v1/wiki/pages/${id}`

const linkTo = (page: Thing) => `See [there](${addressOf(page)}).`

const linksOf = async (as: SignedIn, { id }: Thing, query: object = {}) => {
  const { links, items, next_cursor } = await made(listLinks, { as, params: { id }, query: { ...query } })
  const idOf = (link: Thing) => link.id
  return { to: links.map(idOf), from: items.map(idOf), next_cursor }
}

const typesCiting = async (as: SignedIn, { id }: Thing) => {
  const { items } = await made(listLinks, { as, params: { id }, query: { impact: true } })
  return items.map(({ type }: { type: string }) => type)
}

describe('GET /wiki/pages/{id}/links', () => {
  test('lists outgoing and incoming links in any Markdown form of the URL', async () => {
    const { author, space, page: target } = await givenOwnPage({ title: 'Target' })
    const texts = [
      linkTo(target),
      `<http://127.0.0.1:3000${addressOf(target)}>`,
      `[x]: ${addressOf(target).toUpperCase().replace('/API/V1/WIKI/PAGES', '/api/v1/wiki/pages')}#part`,
    ]
    const sources: Thing[] = []
    for (const content of texts) sources.push(await givenPage(author, space, { content }))
    await givenPage(author, space, { content: `${addressOf(target)}0 is no page, nor ${target.id}` })
    await settle()

    const { items, links } = await made(listLinks, { as: author, params: { id: target.id } })
    const { to } = await linksOf(author, sources[0] as Thing)

    expect(items.map(({ id }: Thing) => id)).toEqual(sources.map(({ id }) => id))
    expect(items[0]).toEqual({
      type: 'wiki_page',
      id: sources[0]?.id,
      title: expect.any(String),
      url: `http://127.0.0.1:3000/view/wiki_page/${(sources[0] as Thing).id}`,
      api_url: `http://127.0.0.1:3000/api/v1/wiki/pages/${(sources[0] as Thing).id}`,
    })
    expect(links).toEqual([])
    expect(to).toEqual([target.id])
  })

  test('follows revisions and deletions of pages', async () => {
    const { author, space, page: target } = await givenOwnPage()
    const source = await givenPage(author, space, { content: linkTo(target) })
    const gone = await givenPage(author, space, { content: linkTo(target) })
    await settle()
    const before = await linksOf(author, target)

    await givenRevision(author, source, { content: 'No link any more' })
    await made(deletePage, { as: author, params: { id: gone.id } })
    await settle()

    expect(before.from).toEqual([source.id, gone.id])
    expect(await linksOf(author, target)).toEqual({ to: [], from: [], next_cursor: null })
    expect((await linksOf(author, source)).to).toEqual([])
  })

  test('hides pages that the caller may not read, without a next page because of them', async () => {
    const { author, space, page: target } = await givenOwnPage()
    const reader = await signedIn()
    const hidden = await givenSpace(author, { visibility: 'private' })
    const seen = await givenPage(author, space, { content: linkTo(target) })
    const unseen = await givenPage(author, hidden, { content: linkTo(target) })
    await givenPage(author, space, { content: linkTo(target), status: 'draft' })
    await givenRevision(author, target, { content: linkTo(unseen) })
    await settle()

    const own = await linksOf(author, target)
    const others = await linksOf(reader, target, { limit: 1 })

    expect(own).toEqual({ to: [unseen.id], from: [seen.id, unseen.id], next_cursor: null })
    expect(others).toEqual({ to: [], from: [seen.id], next_cursor: null })
  })

  test('continues after a page', async () => {
    const { author, space, page: target } = await givenOwnPage()
    const sources: Thing[] = []
    for (const _ of [1, 2, 3]) sources.push(await givenPage(author, space, { content: linkTo(target) }))
    await settle()

    const first = await linksOf(author, target, { limit: 2 })
    const second = await linksOf(author, target, { limit: 2, cursor: first.next_cursor })

    expect([...first.from, ...second.from]).toEqual(sources.map(({ id }) => id))
    expect(second.next_cursor).toBeNull()
  })

  test('follows permissions and the status of a draft without any rewrite', async () => {
    const { author, space, page: target } = await givenOwnPage()
    const reader = await signedIn()
    const draft = await givenPage(author, space, { content: linkTo(target), status: 'draft' })

    await made(updatePage, { as: author, params: { id: draft.id }, body: { status: 'published' } })
    await settle()
    const before = await linksOf(reader, target)
    await made(updateSpace, { as: author, params: { id: space.id }, body: { visibility: 'private' } })
    const after = await call(listLinks, { as: reader, params: { id: target.id } })

    expect(before.from).toEqual([draft.id])
    expect(after.status).toBe(404)
  })

  test('lists everything that cites the page with impact, as far as the caller may read it', async () => {
    const { author, space, page: above } = await givenOwnPage()
    const target = await givenPage(author, space, { under: above })
    const { requester, agent } = await givenDesk()
    const text = linkTo(target)
    const ticket = await givenTicket(requester, { description: text })
    await givenMessage(agent, ticket, { text: 'Internal', is_internal: true })
    await made(createComment, { as: author, params: { id: above.id }, body: { text } })
    await givenCourse(author, { chapters: [chapterOf(text)], status: 'published' })
    for (const knowledge of [
      [{ type: 'wiki_space' as const, id: space.id }],
      [above, target].map(({ id }) => ({ type: 'wiki_page' as const, id })),
    ])
      await made(createAssistant, { as: author, body: { name: 'Librarian', knowledge } })
    await settle()

    const types = await typesCiting(author, target)
    const forRequester = await typesCiting(requester, target)
    const { from } = await linksOf(author, target)

    expect(types).toEqual(['assistant', 'assistant', 'course', 'lesson', 'wiki_comment'])
    expect(forRequester).toEqual(expect.arrayContaining(['course', 'ticket', 'wiki_comment']))
    expect(forRequester).not.toContain('assistant')
    expect(from).toEqual([])
  })

  test.each([
    ['an unknown parameter', { depth: 2 }],
    ['an impact that is neither true nor false', { impact: 'some' }],
  ])('rejects %s', async (_, query) => {
    const { author, page } = await givenOwnPage()

    const answer = await call(listLinks, {
      as: author,
      params: { id: page.id },
      query: query as Record<string, string>,
    })

    expect(answer.status).toBe(422)
  })
})
