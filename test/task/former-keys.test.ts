import { expect, test } from 'vitest'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { createProject } from '../../src/task/endpoints/create-project.ts'
import { deleteProject } from '../../src/task/endpoints/delete-project.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { deleteEntry } from '../../src/trash/endpoints/delete-entry.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject, givenTask } from './given.ts'

const someKey = () => `K${Math.random().toString(36).slice(2, 10).toUpperCase()}`

const rename = (as: SignedIn, { id }: { id: string }, key: string) =>
  call(updateProject, { as, params: { id }, body: { key } })

const create = async (as: SignedIn, key: string) =>
  (await call(createProject, { as, body: { name: 'Another', key } })).status

test('a project keeps its former keys and may take one back', async () => {
  const as = await signedIn()
  const [first, second] = [someKey(), someKey()]
  const project = await givenProject(as, { key: first })

  const renamed = await rename(as, project, second)
  const taken = [await create(as, first), await create(as, second)]
  const other = await rename(as, await givenProject(as), first)
  const back = await rename(as, project, first)

  expect([renamed.status, taken, other.status, back.status]).toEqual([200, [409, 409], 409, 200])
  expect(await create(as, second)).toBe(409)
})

test('one of several projects that request a key at the same time gets it', async () => {
  const as = await signedIn()
  const key = someKey()
  const projects = await Promise.all([1, 2, 3, 4].map(() => givenProject(as)))

  const answers = await Promise.all(projects.map((project) => rename(as, project, key)))

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
})

test('search finds tasks by all former keys of their project, and shows the current key', async () => {
  const as = await signedIn()
  const [first, second] = [someKey(), someKey()]
  const project = await givenProject(as, { key: first })
  const task = await givenTask(as, project)
  await rename(as, project, second)
  await settle()

  const found = await Promise.all(
    [first, second].map((key) => made(searchEverything, { as, query: { q: `${key}-1`, types: 'task' } })),
  )

  for (const { items } of found)
    expect(items[0]).toMatchObject({ id: task.id, title: `${second}-1 ${task.title}` })
})

test('purging a project releases all its keys', async () => {
  const as = await signedIn({ role: 'admin' })
  const keys = [someKey(), someKey()] as const
  const project = await givenProject(as, { key: keys[0] })
  await rename(as, project, keys[1])

  const removed = await call(deleteProject, { as, params: { id: project.id } })
  expect(removed.status, removed.text).toBe(204)
  const held = await Promise.all(keys.map((key) => create(as, key)))
  const { status } = await call(deleteEntry, { as, params: { id: project.id } })
  await settle()

  expect([held, status]).toEqual([[409, 409], 204])
  expect(await Promise.all(keys.map((key) => create(as, key)))).toEqual([201, 201])
})
