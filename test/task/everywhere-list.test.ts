import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listMyTasks } from '../../src/task/endpoints/list-my-tasks.ts'
import { listTasks } from '../../src/task/endpoints/list-tasks.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { call, type QueryOf } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject, givenTask } from './given.ts'

type Query = Record<string, string | number>

let variety: ReturnType<typeof makeVariety> | undefined

/**
 * Returns tasks of two projects that the caller can see and of one hidden project, created once for all tests that only
 * read.
 */
const givenVariety = () => (variety ??= makeVariety())

const makeVariety = async () => {
  const [as, other, colleague] = await Promise.all([signedIn(), signedIn(), signedIn()])
  const [one, two, hidden] = await Promise.all([
    givenProject(other),
    givenProject(other),
    givenProject(other, { visibility: 'private', members: [[colleague, 'member']] }),
  ])
  const word = `w${randomUUID().replaceAll('-', '')}`
  const add = (author: SignedIn, project: { id: string }, title: string, fields: object = {}) =>
    givenTask(author, project, { title, labels: [word], ...fields })
  const assignee_ids = [colleague.id]
  await add(as, one, 'a', { assignee_ids, due_date: '2026-03-02', priority: 'low' })
  await add(as, two, 'b', { assignee_ids, due_date: '2026-03-01', status: 'done', priority: 'high' })
  await add(other, two, 'c', { assignee_ids })
  await add(other, hidden, 'h', { assignee_ids, due_date: '2026-01-01', priority: 'urgent' })
  const unassigned = await add(as, one, 'u', { due_date: '2026-02-01', priority: 'urgent' })
  await add(other, hidden, 'v')
  await settle({ index: true })
  return { as, other, colleague, one, two, hidden, word, unassigned }
}

const titlesOf = async (as: SignedIn, query: Query): Promise<string[]> => {
  const { status, body, text } = await call(listMyTasks, { as, query })
  expect(status, text).toBe(200)
  const titles = body.items.map(({ title }: { title: string }) => title)
  return body.next_cursor
    ? [...titles, ...(await titlesOf(as, { ...query, cursor: body.next_cursor }))]
    : titles
}

/** Returns the titles that a query finds; placeholders in the query stand for IDs. */
const find = async (query: Query) => {
  const { as, colleague, one, two, hidden, word } = await givenVariety()
  const ids: Record<string, string> = {
    COLLEAGUE: colleague.id,
    ONE: one.id,
    TWO: two.id,
    HIDDEN: hidden.id,
    WORD: word,
  }
  const named = Object.entries(query).map(([name, value]) => [
    name,
    String(value).replace(/[A-Z]{3,}/g, (id) => ids[id] as string),
  ])
  const whole: Query = Object.fromEntries(named)
  const [titles, pages] = await Promise.all([titlesOf(as, whole), titlesOf(as, { ...whole, limit: 1 })])
  expect(pages).toEqual(titles)
  return titles.join(' ')
}

describe('GET /task/tasks over all projects', () => {
  test.each<[string, Query, string]>([
    ['of a colleague', {}, 'b a c'],
    ['before a day', { due_before: '2026-03-02' }, 'b'],
    ['after a day', { due_after: '2026-03-01' }, 'a'],
    ['with the latest due first', { sort: '-due_date' }, 'a b c'],
    ['by creation', { sort: 'created' }, 'a b c'],
    ['newest first', { sort: '-created' }, 'c b a'],
    ['by priority', { sort: '-priority' }, 'b a c'],
    ['of a status and projects', { status: 'todo', project_id: 'ONE,TWO' }, 'a c'],
    ['of a status, newest first', { status: 'todo', sort: '-created' }, 'c a'],
    ['of one project', { project_id: 'TWO' }, 'b c'],
  ])('lists the tasks of a colleague %s', async (_, query, titles) => {
    expect(await find({ assignee_id: 'COLLEAGUE', ...query })).toBe(titles)
  })

  test.each<[string, Query, string]>([
    ['by due date', {}, 'u b a'],
    ['by creation', { sort: 'created' }, 'a b u'],
    ['with filters', { priority: 'urgent,low' }, 'u a'],
    ['with filters, newest first', { priority: 'urgent,low', sort: '-created' }, 'u a'],
    ['assigned to nobody', { assignee_id: 'none' }, 'u'],
  ])('lists the tasks that the caller created %s', async (_, query, titles) => {
    expect(await find({ created_by: 'me', ...query })).toBe(titles)
  })

  test.each<[string, Query, string]>([
    ['several projects by due date', { project_id: 'ONE,TWO' }, 'u b a c'],
    ['several projects by creation', { project_id: 'ONE,TWO', sort: 'created' }, 'a b c u'],
    ['several projects, latest due first', { project_id: 'ONE,TWO', sort: '-due_date' }, 'a b u c'],
    ['several projects before a day', { project_id: 'ONE,TWO', due_before: '2026-03-01' }, 'u'],
    ['one project', { project_id: 'ONE' }, 'u a'],
    ['a hidden project', { project_id: 'HIDDEN' }, ''],
    ['a hidden project and another', { project_id: 'HIDDEN,TWO', sort: 'created' }, 'b c'],
    ['nobody', { assignee_id: 'none', label: 'WORD' }, 'u'],
    ['nobody or a colleague', { assignee_id: 'none,COLLEAGUE', label: 'WORD', sort: 'created' }, 'a b c u'],
    ['the caller, who has none', { label: 'WORD' }, ''],
  ])('lists the tasks of %s', async (_, query, titles) => {
    expect(await find(query)).toBe(titles)
  })

  test.each<[string, Query, string]>([
    ['the caller', {}, ''],
    ['a colleague, newest first', { assignee_id: 'COLLEAGUE', sort: '-created' }, 'c b a'],
    ['the creator, by due date', { created_by: 'me', sort: 'due_date' }, 'u b a'],
    ['a project, by priority', { project_id: 'ONE', sort: '-priority' }, 'u a'],
  ])('sorts the matches of words among the tasks of %s', async (_, query, titles) => {
    expect(await find({ q: 'WORD', ...query })).toBe(titles)
  })

  test('removes a task from the unassigned ones when it is assigned', async () => {
    const as = await signedIn()
    const project = await givenProject(as)
    const task = await givenTask(as, project, { title: 'mine', labels: ['once'] })
    await settle()
    const before = await titlesOf(as, { assignee_id: 'none', label: 'once' })

    await call(updateTask, { as, params: { id: task.id }, body: { assignee_ids: [as.id] } })
    await settle()

    expect(before).toEqual(['mine'])
    expect(await titlesOf(as, { assignee_id: 'none', label: 'once' })).toEqual([])
    expect(await titlesOf(as, {})).toEqual(['mine'])
  })

  test.each([
    ['sort', 'title'],
    ['project_id', 'x'],
    ['due_before', 'tomorrow'],
    ['assignee_id', 'you'],
  ])('rejects an invalid %s', async (name, value) => {
    const { as } = await givenVariety()

    const { status, detail } = await call(listMyTasks, { as, query: { [name]: value } })

    expect(status).toBe(422)
    expect(detail).toContain(`"${name}"`)
  })
})

test('GET /task/projects/{id}/tasks sorts search matches when both parameters are given', async () => {
  const { as, one, word } = await givenVariety()
  const list = async (sort: QueryOf<typeof listTasks>['sort']) =>
    (await call(listTasks, { as, params: { id: one.id }, query: { q: word, sort } })).body.items

  const [first, last] = [await list('due_date'), await list('-due_date')]

  expect([first, last].map((items) => items.map(({ title }: { title: string }) => title))).toEqual([
    ['u', 'a'],
    ['a', 'u'],
  ])
})
