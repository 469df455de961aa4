import { beforeAll, describe, expect, test } from 'vitest'
import { invokeFunction } from '../../src/invocation/endpoints/invoke-function.ts'
import { createGroup } from '../../src/groups/endpoints/create-group.ts'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { call } from '../support/call.ts'
import { givenFile } from '../support/given-file.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { givenProject } from '../task/given.ts'
import { givenPeople } from '../groups/given.ts'

let ada: SignedIn
let ben: SignedIn
let cleo: SignedIn
let dora: SignedIn

beforeAll(async () => {
  ;[ada, ben, cleo, dora] = (await Promise.all([1, 2, 3, 4].map(() => signedIn()))) as [
    SignedIn,
    SignedIn,
    SignedIn,
    SignedIn,
  ]
})

const invoke = (name: string, args: Record<string, unknown>, dry_run: boolean) =>
  call(invokeFunction, { as: ada, params: { name }, body: { arguments: args, dry_run } })

const idsOf = (people: { id: string }[]) => people.map(({ id }) => id).toSorted()

describe('Dry run that shares something', () => {
  test('lists who gains and loses access to a space, also by a group', async () => {
    const admin = await signedIn({ role: 'admin' })
    const body = { name: `Group ${ada.id}`, member_ids: [cleo.id, dora.id] }
    const group = (await call(createGroup, { as: admin, body })).body
    const space = await givenSpace(ada, {
      visibility: 'private',
      members: [[ben, 'read']],
    })
    const members = [{ group_id: group.id, permission: 'read' }]

    const { audience } = (await invoke('wiki_update_space', { id: space.id, members }, true)).body

    expect(audience).toMatchObject({ before: 2, after: 3, truncated: false })
    expect(idsOf(audience!.gains)).toEqual(idsOf([cleo, dora]))
    expect(idsOf(audience!.loses)).toEqual([ben.id])
    await invoke('wiki_update_space', { id: space.id, members }, false)
    const statuses = [ada, ben, cleo, dora].map(
      async (as) => (await call(readSpace, { as, params: { id: space.id } })).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 404, 200, 200])
  })

  test('counts everyone if a space becomes internal', async () => {
    const space = await givenSpace(ada, { visibility: 'private' })

    const { audience } = (await invoke('wiki_update_space', { id: space.id, visibility: 'internal' }, true))
      .body

    expect(audience!.before).toBe(1)
    expect(audience!.after).toBeGreaterThanOrEqual(4)
    expect(audience!.gains.length).toBe(Math.min(20, audience!.after - 1))
  })

  test('lists who gains access to a moved page and to a published draft', async () => {
    const from = await givenSpace(ada, {
      visibility: 'private',
      members: [[ben, 'read']],
    })
    const to = await givenSpace(ada, {
      visibility: 'private',
      members: [[cleo, 'read']],
    })
    const page = await givenPage(ada, from)
    const draft = await givenPage(ada, to, { status: 'draft' })

    const moved = await invoke('wiki_update_page', { id: page.id, space_id: to.id }, true)
    const published = await invoke('wiki_update_page', { id: draft.id, status: 'published' }, true)

    expect(moved.body.audience).toMatchObject({
      before: 2,
      after: 2,
      gains: [{ id: cleo.id }],
      loses: [{ id: ben.id }],
    })
    expect(published.body.audience).toMatchObject({
      before: 1,
      after: 2,
      gains: [{ id: cleo.id }],
      loses: [],
    })
  })

  test('lists who gains access to a file by its attachment', async () => {
    const file = await givenFile(ada)
    const project = await givenProject(ada, {
      visibility: 'private',
      members: [[ben, 'guest']],
    })
    const args = { id: project.id, title: 'Read it', attachments: [file.id] }

    const {
      body: { audience },
      text,
    } = await invoke('task_create_task', args, true)

    expect(audience, text).toMatchObject({ before: 1, after: 2 })
    expect(idsOf(audience!.gains)).toContain(ben.id)
    await invoke('task_create_task', args, false)
    expect((await call(readFile, { as: ben, params: { id: file.id } })).status).toBe(200)
  })

  test('returns an audience only for changes of readers, and only in a dry run', async () => {
    const space = await givenSpace(ada, { visibility: 'private' })
    const args = { id: space.id, visibility: 'internal' }

    const renamed = await invoke('wiki_update_space', { id: space.id, name: 'Renamed' }, true)
    const done = await invoke('wiki_update_space', args, false)

    expect([renamed.body.audience, done.body.audience]).toEqual([null, null])
  })

  test('examines at most 20 resources, and reports the truncation', async () => {
    const [from, to] = [await givenSpace(ada), await givenSpace(ada)]
    const page = await givenPage(ada, from)
    for (let count = 0; count < 20; count++) await givenPage(ada, from, { parent_id: page.id })

    const { audience } = (await invoke('wiki_update_page', { id: page.id, space_id: to.id }, true)).body

    expect(audience!.truncated).toBe(true)
  })

  test('examines at most 1,000 people, and reports the truncation', async () => {
    await givenPeople(1_000)
    const space = await givenSpace(ada, { visibility: 'private' })
    const { audience } = (await invoke('wiki_update_space', { id: space.id, visibility: 'internal' }, true))
      .body

    expect(audience!.after).toBeLessThanOrEqual(1_000)
    expect(audience!.after).toBeGreaterThan(900)
    expect(audience!.truncated).toBe(true)
  })
})
