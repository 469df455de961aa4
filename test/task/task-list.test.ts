import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deleteProject } from '../../src/task/endpoints/delete-project.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { listMyTasks } from '../../src/task/endpoints/list-my-tasks.ts'
import { listTasks } from '../../src/task/endpoints/list-tasks.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { call } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject, givenTask } from './given.ts'

type Query = Record<string, string | number | undefined>
type Listed = { number: number; key: string; title: string }

const pagesOf = async (
  as: SignedIn,
  project: { id: string } | undefined,
  query: Query,
): Promise<Listed[]> => {
  const handler = project ? listTasks : listMyTasks
  const { status, body, text } = await call(handler, {
    as,
    ...(project && { params: { id: project.id } }),
    query,
  })
  expect(status, text).toBe(200)
  if (!body.next_cursor) return body.items
  return [...body.items, ...(await pagesOf(as, project, { ...query, cursor: body.next_cursor }))]
}

const numbersIn = async (as: SignedIn, project: { id: string }, query: Query = {}) =>
  (await pagesOf(as, project, query)).map(({ number }) => number)

const titlesOf = async (as: SignedIn, query: Query = {}) =>
  (await pagesOf(as, undefined, query)).map(({ title }) => title)

let variety: ReturnType<typeof makeVariety> | undefined

/** Returns five tasks that differ in every field, created once for all tests that only read. */
const givenVariety = () => (variety ??= makeVariety())

const makeVariety = async () => {
  const [as, other] = await Promise.all([signedIn(), signedIn()])
  const project = await givenProject(as)
  const first = await givenTask(as, project, {
    labels: ['legal'],
    priority: 'high',
    due_date: '2026-03-01',
    assignee_ids: [as.id],
    position: 2,
  })
  const fields = [
    {
      labels: ['other', 'more'],
      status: 'in_review',
      priority: 'medium',
      assignee_ids: [as.id, other.id],
    },
    { parent_id: first.id, assignee_ids: [as.id], priority: 'low' },
    { priority: 'urgent', status: 'done', position: 0.5 },
  ]
  const second = { ...fields[0], parent_id: first.id, due_date: '2026-03-02', position: -1.5 }
  await givenTask(as, project, second)
  const third = await givenTask(as, project, fields[1])
  await givenTask(as, project, fields[2])
  await givenTask(other, project, { status: 'cancelled', position: 1 })
  await call(updateTask, { as, params: { id: third.id }, body: { title: 'Changed last' } })
  await settle()
  return { as, other, project, first }
}

describe('GET /task/projects/{id}/tasks', () => {
  test('returns summaries, newest first, each once, with any page size', async () => {
    const as = await signedIn()
    const project = await givenProject(as)
    for (let i = 0; i < 5; i++) await givenTask(as, project, { description: 'long' })

    const [all, some] = [await pagesOf(as, project, {}), await numbersIn(as, project, { limit: 2 })]

    expect(all.map(({ key }) => key)).toEqual([5, 4, 3, 2, 1].map((number) => `${project.key}-${number}`))
    expect(all[0]).not.toHaveProperty('description')
    expect(some).toEqual([5, 4, 3, 2, 1])
  })

  test('filters by status, assignee and priority, and by their combination', async () => {
    const [as, other] = await Promise.all([signedIn(), signedIn()])
    const project = await givenProject(as)
    const fields = [
      { status: 'done', priority: 'high', assignee_ids: [as.id] },
      { status: 'done', assignee_ids: [as.id, other.id] },
      { priority: 'high', assignee_ids: [other.id] },
      { priority: 'high' },
    ]
    for (const each of fields) await givenTask(as, project, each)
    await givenTask(as, await givenProject(as), fields[0])

    const find = (query: Query) => numbersIn(as, project, { limit: 1, ...query })

    expect(await find({ status: 'done' })).toEqual([2, 1])
    expect(await find({ assignee_id: 'me' })).toEqual([2, 1])
    expect(await find({ assignee_id: other.id.toUpperCase() })).toEqual([3, 2])
    expect(await find({ priority: 'high' })).toEqual([4, 3, 1])
    expect(await find({ priority: 'high', status: 'done' })).toEqual([1])
    expect(await find({ assignee_id: other.id, status: 'todo', priority: 'high' })).toEqual([3])
    expect(await find({ status: 'cancelled' })).toEqual([])
  })

  test.each<[string, Query, number[]]>([
    ['several statuses', { status: 'todo,done' }, [4, 3, 1]],
    ['several people', { assignee_id: 'me,OTHER' }, [3, 2, 1]],
    ['nobody', { assignee_id: 'none' }, [5, 4]],
    ['somebody or nobody', { assignee_id: 'none,OTHER' }, [5, 4, 2]],
    ['nobody and urgent', { assignee_id: 'none', priority: 'urgent' }, [4]],
    ['several priorities', { priority: 'urgent,high' }, [4, 1]],
    ['a label', { label: 'legal,other' }, [2, 1]],
    ['a parent', { parent_id: 'FIRST' }, [3, 2]],
    ['who created them', { created_by: 'OTHER' }, [5]],
    ['what is due before a day', { due_before: '2026-03-02' }, [1]],
    ['what is due after a day', { due_after: '2026-03-01' }, [2]],
    ['what is due between two days', { due_after: '2026-02-28', due_before: '2026-03-03' }, [2, 1]],
    ['all of them', { created_by: 'me', status: 'todo', label: 'legal', assignee_id: 'me' }, [1]],
  ])('filters by %s', async (_, query, numbers) => {
    const { as, other, project, first } = await givenVariety()
    const words: Record<string, string> = { OTHER: other.id, FIRST: first.id }
    const filters = Object.entries(query).map(([name, value]) => [
      name,
      String(value).replace(/OTHER|FIRST/, (word) => words[word] as string),
    ])

    expect(await numbersIn(as, project, { limit: 2, ...Object.fromEntries(filters) })).toEqual(numbers)
  })

  test.each<[string, number[], number[]?]>([
    ['created', [1, 2, 3, 4, 5]],
    ['-created', [5, 4, 3, 2, 1]],
    ['updated', [1, 2, 4, 5, 3]],
    ['-updated', [3, 5, 4, 2, 1]],
    ['due_date', [1, 2, 3, 4, 5], [5, 4]],
    ['-due_date', [2, 1, 5, 4, 3]],
    ['priority', [5, 3, 2, 1, 4]],
    ['-priority', [4, 1, 2, 3, 5]],
    ['position', [2, 3, 4, 5, 1]],
    ['-position', [1, 5, 4, 3, 2]],
  ])('sorts by %s with any page size', async (sort, numbers, ofNobody) => {
    const { as, project } = await givenVariety()

    expect(await numbersIn(as, project, { sort })).toEqual(numbers)
    expect(await numbersIn(as, project, { sort, limit: 2 })).toEqual(numbers)
    expect(await numbersIn(as, project, { sort, limit: 1, assignee_id: 'none' })).toEqual(
      ofNobody ?? numbers.filter((number) => number > 3),
    )
  })

  test('follows a task with a new assignee and status', async () => {
    const [as, other] = await Promise.all([signedIn(), signedIn()])
    const project = await givenProject(as)
    const { id } = await givenTask(as, project, { assignee_ids: [as.id] })
    const body = { assignee_ids: [other.id], status: 'done' as const, title: 'New' }

    await call(updateTask, { as, params: { id }, body })

    expect(await numbersIn(as, project, { assignee_id: 'me' })).toEqual([])
    expect(await pagesOf(as, project, { assignee_id: other.id })).toMatchObject([{ title: 'New' }])
    expect(await numbersIn(as, project, { status: 'todo' })).toEqual([])
  })

  test('finds words in title, labels and description, only in this project', async () => {
    const as = await signedIn()
    const project = await givenProject(as)
    const word = `w${randomUUID().replaceAll('-', '')}`
    await givenTask(as, project, { description: `Something about ${word}`, status: 'done' })
    await givenTask(as, project, { labels: [word] })
    await givenTask(as, project, { title: `Do ${word.toUpperCase()}` })
    const gone = await givenTask(as, project, { title: word })
    await givenTask(as, project)
    await givenTask(as, await givenProject(as), { title: word })
    await settle()
    await call(deleteTask, { as, params: { id: gone.id } })

    const find = (query: Query = {}) => numbersIn(as, project, { q: word.slice(0, 12), ...query })

    expect(await find()).toEqual([3, 2, 1])
    expect(await find({ limit: 1 })).toEqual([3, 2, 1])
    expect(await find({ status: 'done' })).toEqual([1])
    expect(await find({ assignee_id: 'me' })).toEqual([])
  })

  test.each([
    ['status', 'open'],
    ['priority', 'all'],
    ['assignee_id', 'you'],
    ['label', ','],
    ['parent_id', 'none'],
    ['created_by', 'none'],
    ['due_before', 'tomorrow'],
    ['sort', 'title'],
  ])('rejects %s=%s', async (name, value) => {
    const as = await signedIn()
    const { id } = await givenProject(as)

    const answer = await call(listTasks, { as, params: { id }, query: { [name]: value } })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain(`"${name}"`)
  })

  test('names the accepted keywords besides IDs in the error for a person', async () => {
    const as = await signedIn()
    const { id } = await givenProject(as)

    const { detail } = await call(listTasks, { as, params: { id }, query: { assignee_id: 'you' } })

    expect(detail).toBe('"assignee_id" must be a UUID, me or none.')
  })
})

describe('GET /task/tasks', () => {
  test('returns the caller’s tasks of all projects by due date, those without one last', async () => {
    const [as, other] = await Promise.all([signedIn(), signedIn()])
    const [one, two] = await Promise.all([
      givenProject(other),
      givenProject(other, { visibility: 'private', members: [[as, 'guest']] }),
    ])
    const assignee_ids = [as.id]
    await givenTask(other, one, { title: 'never', assignee_ids })
    await givenTask(other, two, { title: 'late', assignee_ids, due_date: '2026-12-01', status: 'done' })
    await givenTask(other, one, { title: 'soon', assignee_ids: [other.id, as.id], due_date: '2026-02-01' })
    await givenTask(other, two, { title: 'middle', assignee_ids, due_date: '2026-03-01' })
    await givenTask(other, one, { title: 'of others', assignee_ids: [other.id] })

    const titles = [
      await titlesOf(as),
      await titlesOf(as, { limit: 1, assignee_id: 'me' }),
      await titlesOf(as, { status: 'todo' }),
      await titlesOf(as, { status: 'done' }),
      await titlesOf(as, { status: 'in_review,done' }),
    ]

    expect(titles).toEqual([
      ['soon', 'middle', 'late', 'never'],
      ['soon', 'middle', 'late', 'never'],
      ['soon', 'middle', 'never'],
      ['late'],
      ['late'],
    ])
    expect((await pagesOf(as, undefined, { status: 'done' }))[0]?.key).toBe(`${two.key}-1`)
  })

  test('omits deleted, reassigned and hidden tasks at once', async () => {
    const [as, owner, admin] = await Promise.all([signedIn(), signedIn(), signedIn({ role: 'admin' })])
    const [deleted, hidden, kept] = await Promise.all([
      givenProject(owner),
      givenProject(owner),
      givenProject(owner),
    ])
    const fields = { assignee_ids: [as.id] }
    await givenTask(owner, deleted, fields)
    await givenTask(owner, hidden, fields)
    const [removed, handed] = [await givenTask(owner, kept, fields), await givenTask(owner, kept, fields)]
    await givenTask(owner, kept, { ...fields, title: 'kept' })

    await call(deleteProject, { as: admin, params: { id: deleted.id } })
    await call(updateProject, { as: owner, params: { id: hidden.id }, body: { visibility: 'private' } })
    await call(deleteTask, { as: owner, params: { id: removed.id } })
    await call(updateTask, { as: owner, params: { id: handed.id }, body: { assignee_ids: [] } })

    expect(await titlesOf(as)).toEqual(['kept'])
  })
})
