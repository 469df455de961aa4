import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deleteProject } from '../../src/task/endpoints/delete-project.ts'
import { listProjects } from '../../src/task/endpoints/list-projects.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { call } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject, givenTask } from './given.ts'
import { seenBy, type Query } from './listed-projects.ts'

describe('GET /task/projects', () => {
  test('lists the projects that each person may see, newest first', async () => {
    const [owner, member, guest, outsider, admin] = await Promise.all([
      signedIn(),
      signedIn(),
      signedIn(),
      signedIn(),
      signedIn({ role: 'admin' }),
    ])
    const open = await givenProject(owner)
    const closed = await givenProject(owner, {
      visibility: 'private',
      members: [
        [member, 'member'],
        [guest, 'guest'],
      ],
    })
    const own = await givenProject(member, { visibility: 'private' })
    const projects = [open, closed, own]

    const seen = await Promise.all([owner, member, guest, outsider, admin].map((as) => seenBy(as, projects)))

    expect(seen).toEqual([[1, 0], [2, 1, 0], [1, 0], [0], [2, 1, 0]])
  })

  test('returns summaries with the counts of tasks', async () => {
    const as = await signedIn()
    const project = await givenProject(as, { visibility: 'private', description: 'long' })
    await givenTask(as, project)
    await givenTask(as, project, { status: 'in_review' })

    const { body } = await call(listProjects, { as, query: { limit: 1 } })

    const { description: _, ...summary } = project
    const task_counts = { todo: 1, in_progress: 1, done: 0, cancelled: 0 }
    expect(body.items).toEqual([{ ...summary, task_count: 2, task_counts }])
  })

  test('filters by status, on short pages as well', async () => {
    const as = await signedIn()
    const projects = []
    for (const visibility of ['internal', 'private', 'internal', 'private'])
      projects.push(await givenProject(as, { visibility }))
    for (const { id } of projects.slice(0, 2))
      await call(updateProject, { as, params: { id }, body: { status: 'archived' } })

    const seen = [
      await seenBy(as, projects, { status: 'archived' }),
      await seenBy(as, projects, { status: 'active', limit: 1 }),
      await seenBy(as, projects, { status: 'active,archived' }),
      await seenBy(as, projects, { limit: 1 }),
    ]

    expect(seen).toEqual([
      [1, 0],
      [3, 2],
      [3, 2, 1, 0],
      [3, 2, 1, 0],
    ])
  })

  test('finds words in the name first, then in the description, only for people with access', async () => {
    const [as, member, outsider] = await Promise.all([signedIn(), signedIn(), signedIn()])
    const word = `w${randomUUID().replaceAll('-', '')}`
    const projects = [
      await givenProject(as, { name: `About ${word}` }),
      await givenProject(as, { description: `Also about ${word}` }),
      await givenProject(as, { name: word, visibility: 'private', members: [[member, 'guest']] }),
      await givenProject(as, { name: 'Something else' }),
    ]
    await call(updateProject, { as, params: { id: projects[0]!.id }, body: { status: 'archived' } })
    await settle()

    const find = (as: SignedIn, query: Query = {}) => seenBy(as, projects, { q: word.slice(0, 20), ...query })

    expect(await find(member)).toEqual([2, 0, 1])
    expect(await find(outsider)).toEqual([0, 1])
    expect(await find(member, { status: 'active' })).toEqual([2, 1])
    expect(await find(member, { limit: 1 })).toEqual([2, 0, 1])
  })

  test('does not reveal hidden projects through a next page', async () => {
    const [owner, as] = await Promise.all([signedIn(), signedIn()])
    const word = `w${randomUUID().replaceAll('-', '')}`
    await givenProject(owner, { name: word, visibility: 'private' })
    const seen = [await givenProject(owner, { name: word }), await givenProject(owner, { name: word })]
    await givenProject(owner, { name: word, visibility: 'private' })
    await settle()

    const page = async (cursor?: string) =>
      (await call(listProjects, { as, query: { q: word, limit: 1, cursor } })).body
    const first = await page()
    const second = await page(first.next_cursor!)

    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([seen[1]!.id, seen[0]!.id])
    expect(second.next_cursor).toBeNull()
  })

  test('omits the projects of former members, and deleted projects, at once', async () => {
    const [as, member, admin] = await Promise.all([signedIn(), signedIn(), signedIn({ role: 'admin' })])
    const word = `w${randomUUID().replaceAll('-', '')}`
    const fields = { visibility: 'private', name: word }
    const projects = [
      await givenProject(as, { ...fields, members: [[member, 'member']] }),
      await givenProject(as, { ...fields, members: [[member, 'member']] }),
    ]
    await settle()
    const before = [await seenBy(member, projects), await seenBy(member, projects, { q: word })]

    await call(updateProject, { as, params: { id: projects[0]!.id }, body: { members: [] } })
    await call(deleteProject, { as: admin, params: { id: projects[1]!.id } })

    expect(before).toEqual([
      [1, 0],
      [1, 0],
    ])
    expect([await seenBy(member, projects), await seenBy(member, projects, { q: word })]).toEqual([[], []])
  })

  test('rejects an unknown status', async () => {
    const answer = await call(listProjects, { as: await signedIn(), query: { status: 'done' } })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain('"status"')
  })
})
