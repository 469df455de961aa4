import { beforeAll, describe, expect, test } from 'vitest'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { call } from '../support/call.ts'
import { givenTicket } from '../support/given-ticket.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenComment, givenProject, givenTask } from '../task/given.ts'
import { newWord } from './given-readers.ts'

const word = newWord()
let owner: SignedIn
let other: SignedIn
let ids: Record<
  'space' | 'page' | 'elsewhere' | 'project' | 'task' | 'comment' | 'ticket' | 'private',
  string
>
let between: string

beforeAll(async () => {
  ;[owner, other] = await Promise.all([signedIn(), signedIn()])
  const space = await givenSpace(owner, { description: word })
  const hidden = await givenSpace(other, { visibility: 'private' })
  const page = await givenPage(owner, space, { title: word })
  const elsewhere = await givenPage(other, await givenSpace(owner), { content: `Not only ${word}` })
  await givenPage(other, hidden, { title: word })
  between = new Date().toISOString()
  const project = await givenProject(owner)
  const task = await givenTask(owner, project, { title: word })
  const comment = await givenComment(other, task, { text: word })
  const ticket = await givenTicket(owner, { subject: word })
  const found = { space, page, elsewhere, project, task, comment, ticket, private: hidden }
  ids = Object.fromEntries(Object.entries(found).map(([name, { id }]) => [name, id])) as typeof ids
  await settle()
})

const find = async (query: Record<string, string | number>, as = owner) => {
  const answer = await call(searchEverything, { as, query: { q: word, ...query } })
  expect(answer.status, answer.text).toBe(200)
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  return {
    ...answer.body,
    names: answer.body.items.map(({ id }: { id: string }) => names.get(id) ?? id),
  }
}

describe('GET /search with filters', () => {
  test.each([
    ['by nothing', () => ({}), ['comment', 'elsewhere', 'page', 'space', 'task', 'ticket']],
    ['to a space', () => ({ space_id: ids.space }), ['page', 'space']],
    ['to a space that the caller may not see', () => ({ space_id: ids.private }), []],
    ['to a project', () => ({ project_id: ids.project }), ['comment', 'task']],
    ['to a space and a project', () => ({ space_id: ids.space, project_id: ids.project }), []],
    ['to what somebody made', () => ({ author_id: other.id }), ['comment', 'elsewhere']],
    [
      'to several people',
      () => ({ author_id: `${other.id},${owner.id}` }),
      ['comment', 'elsewhere', 'page', 'space', 'task', 'ticket'],
    ],
    ['to what the caller made', () => ({ author_id: 'me' }), ['page', 'space', 'task', 'ticket']],
    ['to somebody in a project', () => ({ author_id: owner.id, project_id: ids.project }), ['task']],
    ['to what was changed since', () => ({ updated_after: between }), ['comment', 'task', 'ticket']],
    ['to types', () => ({ types: 'ticket,wiki_space' }), ['space', 'ticket']],
    ['to types in a space', () => ({ types: 'ticket,wiki_page', space_id: ids.space }), ['page']],
  ])('finds and counts only matching resources when narrowed %s', async (_, query, names) => {
    const found = await find(query())

    expect(found.names.toSorted()).toEqual(names)
    expect(Object.values(found.counts as Record<string, number>).reduce((sum, n) => sum + n, 0)).toBe(
      names.length,
    )
    expect(found).toMatchObject({ next_cursor: null, truncated: false })
  })

  test.each([
    ['space_id', 'here', /^"space_id" must be/],
    ['author_id', 'nobody', /^"author_id" must be a UUID or me/],
    ['updated_after', 'yesterday', /^"updated_after" must be/],
    ['sort', 'oldest', /^"sort" must be/],
  ])('rejects %s=%s', async (name, value, detail) => {
    const answer = await call(searchEverything, { as: owner, query: { q: word, [name]: value } })

    expect(answer.status).toBe(422)
    expect(answer.detail).toMatch(detail)
  })

  test('lists the newest first with sort=newest, without gaps between pages, and counts all', async () => {
    const pages: string[] = []
    let cursor: string | undefined
    do {
      const page = await find({ sort: 'newest', limit: 2, ...(cursor && { cursor }) })
      expect(page.counts).toMatchObject({ wiki_page: 2, task: 1 })
      pages.push(...page.names)
      cursor = page.next_cursor ?? undefined
    } while (cursor)

    expect(pages).toEqual(['ticket', 'comment', 'task', 'elsewhere', 'page', 'space'])
  })

  test('rejects the cursor of another search', async () => {
    const { next_cursor } = await find({ limit: 1 })

    const answer = await call(searchEverything, {
      as: owner,
      query: { q: word, limit: 1, space_id: ids.space, cursor: next_cursor! },
    })

    expect(answer.status).toBe(422)
  })
})
