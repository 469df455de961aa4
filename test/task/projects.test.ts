import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createProject } from '../../src/task/endpoints/create-project.ts'
import { deleteProject } from '../../src/task/endpoints/delete-project.ts'
import { readProject } from '../../src/task/endpoints/read-project.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { call } from '../support/call.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { purge } from '../trash/given.ts'
import { givenProject, givenTask } from './given.ts'

const someKey = () => `K${randomUUID().slice(0, 8).toUpperCase()}`

describe('POST /task/projects', () => {
  test('creates a project with all given fields', async () => {
    const [as, member] = await Promise.all([signedIn(), signedIn({ name: 'Grace Hopper' })])
    const key = someKey()

    const answer = await call(createProject, {
      as,
      body: {
        name: 'Website',
        key,
        description: 'The new one.',
        visibility: 'private',
        members: [{ user_id: member.id, role: 'guest' }],
        start_date: '2026-03-01',
        due_date: '2026-03-01',
      },
    })

    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(String),
      name: 'Website',
      key,
      description: 'The new one.',
      status: 'active',
      visibility: 'private',
      members: [
        {
          user_id: member.id,
          user: { id: member.id, name: 'Grace Hopper' },
          group_id: null,
          group: null,
          role: 'guest',
        },
      ],
      owner: { id: as.id, name: as.name },
      task_count: 0,
      task_counts: { todo: 0, in_progress: 0, done: 0, cancelled: 0 },
      start_date: '2026-03-01',
      due_date: '2026-03-01',
      version: 1,
      created_at: expect.any(String),
      updated_at: answer.body.created_at,
    })
    expect(answer.headers['location']).toMatch(`/api/v1/task/projects/${answer.body.id}`)
  })

  test('creates an internal project without members by default', async () => {
    const as = await signedIn()

    const { body } = await call(createProject, { as, body: { name: 'Website' } })

    expect(body).toMatchObject({ visibility: 'internal', members: [], description: null, due_date: null })
  })

  test('rejects a taken key', async () => {
    const as = await signedIn()
    const { key } = await givenProject(as, { key: someKey() })

    const answer = await call(createProject, { as, body: { name: 'Other', key } })

    expect(answer.status).toBe(409)
    expect(answer.headers['x-error-code']).toBe('task.project_key_taken')
    expect(answer.detail).toContain(key)
  })

  test.each(['Website Relaunch', 'Intranet', 'Q', '計画', '2026', 'Ünïcode Ärger', 'A'.repeat(255)])(
    'generates different keys for the name %s, for concurrent requests as well',
    async (name) => {
      const as = await signedIn()

      const made = await Promise.all(Array.from({ length: 8 }, () => givenProject(as, { name })))

      const keys = made.map(({ key }) => key as string)
      expect(new Set(keys).size).toBe(8)
      for (const key of keys) expect(key).toMatch(/^[A-Z][A-Z0-9]{1,9}$/)
    },
  )

  test.each([
    [{}, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ name: 'x', key: 'web' }, 'key'],
    [{ name: 'x', key: 'W' }, 'key'],
    [{ name: 'x', key: 'W2345678901' }, 'key'],
    [{ name: 'x', visibility: 'public' }, 'visibility'],
    [{ name: 'x', due_date: '2026-02-30' }, 'due_date'],
    [{ name: 'x', start_date: '2026-03-02', due_date: '2026-03-01' }, 'due_date'],
    [{ name: 'x', members: [{ user_id: randomUUID(), role: 'member' }] }, 'members[0].user_id'],
    [{ name: 'x', members: [{ user_id: randomUUID(), role: 'owner' }] }, 'members[0].role'],
  ])('names the invalid field in %j', async (body, field) => {
    const as = await signedIn()

    const answer = await call(createProject, { as, body })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain(`"${field}"`)
  })
})

describe('PUT /task/projects/{id}', () => {
  test('merges by field, and accepts the body that a GET returned', async () => {
    const as = await signedIn()
    const project = await givenProject(as, { description: 'old', due_date: '2026-03-01' })
    const key = someKey()

    const answer = await call(updateProject, {
      as,
      params: { id: project.id },
      body: { ...project, key, due_date: null, status: 'archived' },
    })

    expect(answer.status).toBe(200)
    expect(answer.headers['etag']).toBe('"2"')
    expect(answer.body).toEqual({
      ...project,
      key,
      due_date: null,
      status: 'archived',
      version: 2,
      updated_at: expect.any(String),
    })
    expect((await call(readProject, { as, params: { id: project.id } })).body).toEqual(answer.body)
  })

  test('rejects a taken key, an outdated version, and dates that contradict the stored ones', async () => {
    const as = await signedIn()
    const [one, other] = [await givenProject(as), await givenProject(as, { start_date: '2026-03-02' })]
    const change = (body: object, headers = {}) =>
      call(updateProject, { as, params: { id: other.id }, body, headers })

    const taken = await change({ key: one.key })
    const outdated = await change({ name: 'New' }, { 'If-Match': '"7"' })
    const contradiction = await change({ due_date: '2026-03-01' })

    expect(taken.status, 'taken').toBe(409)
    expect(outdated.status, 'outdated').toBe(412)
    expect(contradiction.status, 'contradiction').toBe(422)
    expect((await call(readProject, { as, params: { id: other.id } })).body).toEqual(other)
  })

  test('loses no concurrent change', async () => {
    const as = await signedIn()
    const { id } = await givenProject(as)
    const changes = [
      { name: 'n' },
      { description: 'd' },
      { start_date: '2026-01-01' },
      { due_date: '2026-02-01' },
    ]

    const answers = await Promise.all(
      changes.map((body) => call(updateProject, { as, params: { id }, body })),
    )

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await call(readProject, { as, params: { id } })).body).toMatchObject({
      ...Object.assign({}, ...changes),
      version: 5,
    })
  })

  test('removes the access of non-members when a project becomes private', async () => {
    const [as, member, outsider] = await Promise.all([signedIn(), signedIn(), signedIn()])
    const project = await givenProject(as)
    const task = await givenTask(outsider, project)
    const members = [{ user_id: member.id, role: 'member' as const }]

    await call(updateProject, { as, params: { id: project.id }, body: { visibility: 'private', members } })

    const reads = [member, outsider].map((as) => call(readTask, { as, params: { id: task.id } }))
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 404])
  })
})

describe('DELETE /task/projects/{id}', () => {
  test('requires an administrator, hides the tasks at once and keeps the key reserved', async () => {
    const [as, admin] = await Promise.all([signedIn(), signedIn({ role: 'admin' })])
    const project = await givenProject(as)
    const task = await givenTask(as, project)
    const params = { id: project.id }

    const refused = await call(deleteProject, { as, params })
    const removed = await call(deleteProject, { as: admin, params })
    const again = await call(deleteProject, { as: admin, params })

    expect(refused.status, 'refused').toBe(403)
    expect(removed.status, 'removed').toBe(204)
    expect(again.status, 'again').toBe(404)
    expect((await call(readProject, { as, params })).status).toBe(404)
    expect((await call(readTask, { as, params: { id: task.id } })).status).toBe(404)
    const reuse = () => call(createProject, { as, body: { name: 'x', key: project.key } })
    expect((await reuse()).status).toBe(409)
    await purge(admin, project)
    await settle()
    expect((await reuse()).status).toBe(201)
  })

  test('honors If-Match', async () => {
    const admin = await signedIn({ role: 'admin' })
    const project = await givenProject(admin)
    const remove = (version: number) =>
      call(deleteProject, { as: admin, params: { id: project.id }, headers: { 'If-Match': `"${version}"` } })

    expect([(await remove(2)).status, (await remove(1)).status]).toEqual([412, 204])
  })
})
