import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { listAssistants } from '../../src/assistants/endpoints/list-assistants.ts'
import { readAssistant } from '../../src/assistants/endpoints/read-assistant.ts'
import { updateAssistant } from '../../src/assistants/endpoints/update-assistant.ts'
import { listFiles } from '../../src/files/endpoints/list-files.ts'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { deleteGroup } from '../../src/groups/endpoints/delete-group.ts'
import { createGroup } from '../../src/groups/endpoints/create-group.ts'
import { removeMember } from '../../src/groups/endpoints/remove-member.ts'
import { updateGroup } from '../../src/groups/endpoints/update-group.ts'
import { listEvents } from '../../src/lms/event/endpoints/list-events.ts'
import { endedCopies, endedGroups } from '../../src/platform/identity/principals.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { deleteProject } from '../../src/task/endpoints/delete-project.ts'
import { deleteAssistant } from '../../src/assistants/endpoints/delete-assistant.ts'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { restoreEntry } from '../../src/trash/endpoints/restore-entry.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { listProjects } from '../../src/task/endpoints/list-projects.ts'
import { readProject } from '../../src/task/endpoints/read-project.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { createPage } from '../../src/wiki/endpoints/create-page.ts'
import { listSpaces } from '../../src/wiki/endpoints/list-spaces.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { finishRename } from '../jobs/given.ts'
import { jobOf } from '../personal-data/given.ts'
import { call } from '../support/call.ts'
import { givenAssistant } from '../support/given-chat.ts'
import { givenFile } from '../support/given-file.ts'
import { givenGroup, setGroups } from '../support/given-group.ts'
import { givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject, givenTask } from '../task/given.ts'

type Group = { id: string; name: string }

interface Entry {
  user_id: string | null
  user: object | null
  group_id: string | null
  group: object | null
}

interface Shared extends Group {
  version: number
  members?: Entry[]
  grants?: Entry[]
}

interface Kind {
  kind: string
  give: (owner: SignedIn) => Promise<{ id: string }>
  update: EndpointHandler<unknown, unknown, Shared>
  share: (group: Group) => object
  read: EndpointHandler<unknown, unknown, Shared>
  remove: EndpointHandler
  list: EndpointHandler<unknown, unknown, { items: { id: string }[] }>
  listed: 'grants' | 'members'
}

/** Kinds that can be shared with a group: how they are created, shared, read and listed. */
const kinds: Kind[] = [
  {
    kind: 'space',
    give: (owner: SignedIn) => givenSpace(owner, { visibility: 'private' }),
    update: updateSpace,
    share: ({ id: group_id }: Group) => ({ members: [{ group_id, permission: 'read' }] }),
    read: readSpace,
    remove: deleteSpace,
    list: listSpaces,
    listed: 'members',
  },
  {
    kind: 'project',
    give: (owner: SignedIn) => givenProject(owner, { visibility: 'private' }),
    update: updateProject,
    share: ({ id: group_id }: Group) => ({ members: [{ group_id, role: 'guest' }] }),
    read: readProject,
    remove: deleteProject,
    list: listProjects,
    listed: 'members',
  },
  {
    kind: 'assistant',
    give: (owner: SignedIn) => givenAssistant(owner, { visibility: 'shared', model_id: 'extractive' }),
    update: updateAssistant,
    share: ({ id: group_id }: Group) => ({ grants: [{ group_id, permission: 'view' }] }),
    read: readAssistant,
    remove: deleteAssistant,
    list: listAssistants,
    listed: 'grants',
  },
  {
    kind: 'file',
    give: (owner: SignedIn) => givenFile(owner),
    update: updateFile,
    share: ({ id: group_id }: Group) => ({ grants: [{ group_id, permission: 'read' }] }),
    read: readFile,
    remove: deleteFile,
    list: listFiles,
    listed: 'grants',
  },
]

const given = async ({ give, update, share }: Kind) => {
  const [owner, member] = await Promise.all([signedIn(), signedIn({ name: 'Max Member' })])
  const [thing, group] = await Promise.all([give(owner), givenGroup(member)])
  const shared = await made(update, { as: owner, params: { id: thing.id }, body: share(group) })
  return { owner, member, group, thing: shared }
}

const idsSeen = async (kind: Kind, as: SignedIn): Promise<string[]> => {
  const query = kind.kind === 'file' ? { shared: 'true' } : {}
  return (await call(kind.list, { as, query })).body.items.map(({ id }) => id)
}

describe('PUT /groups/{id}', () => {
  test('renames the group in everything it is granted, without changing versions', async () => {
    const [owner, admin, group] = [await signedIn(), await signedIn({ role: 'admin' }), await givenGroup()]
    const things = await Promise.all(
      kinds.map(async ({ give, update, share }) => {
        const { id } = await give(owner)
        return made(update, { as: owner, params: { id }, body: share(group) })
      }),
    )
    const name = `Renamed ${randomUUID()}`

    const renamed = await made(updateGroup, { as: admin, params: { id: group.id }, body: { name } })
    await finishRename(jobOf(renamed))

    for (const [index, { read, listed }] of kinds.entries()) {
      const shown = await made(read, { as: owner, params: { id: things[index]!.id } })
      expect([shown[listed]![0]!.group, shown.version]).toEqual([
        { id: group.id, name },
        things[index]!.version,
      ])
    }
  })
})

describe.each(kinds)('A $kind shared with a group', (kind) => {
  test('can be read and listed by members from the next request on, until they leave', async () => {
    const { member, group, thing } = await given(kind)
    const status = async () => (await call(kind.read, { as: member, params: { id: thing.id } })).status

    expect(thing[kind.listed]).toMatchObject([
      { user_id: null, user: null, group_id: group.id, group: { id: group.id, name: group.name } },
    ])
    expect(await status()).toBe(200)
    await expect.poll(() => idsSeen(kind, member)).toContain(thing.id)

    await setGroups(member)
    expect(await status()).toBe(404)
    expect(await idsSeen(kind, member)).not.toContain(thing.id)

    await setGroups(member, group)
    expect(await status()).toBe(200)
  })

  test('can neither be read nor listed by requests that begin after a member was removed', async () => {
    const [owner, member, admin] = await Promise.all([signedIn(), signedIn(), signedIn({ role: 'admin' })])
    const [thing, group] = await Promise.all([
      kind.give(owner),
      made(createGroup, { as: admin, body: { name: `Group ${randomUUID()}`, member_ids: [member.id] } }),
    ])
    await made(kind.update, { as: owner, params: { id: thing.id }, body: kind.share(group) })
    let hasLeft = false
    const late: boolean[] = []
    const traffic = Array.from({ length: 4 }, async () => {
      for (let n = 0; n < 8; n++) {
        const beganAfter = hasLeft
        const [{ status }, ids] = await Promise.all([
          call(kind.read, { as: member, params: { id: thing.id } }),
          idsSeen(kind, member),
        ])
        if (beganAfter) late.push(status === 200 || ids.includes(thing.id))
      }
    })

    await call(removeMember, { as: admin, params: { id: group.id, user_id: member.id } })
    hasLeft = true
    await Promise.all(traffic)

    expect(late.length).toBeGreaterThan(0)
    expect(new Set(late)).toEqual(new Set([false]))
  })

  test('appears once in the list of a person who is in two groups and named directly', async () => {
    const { owner, member, group, thing } = await given(kind)
    const second = await givenGroup()
    await setGroups(member, group, second)
    const { user: _user, group: _group, ...right } = thing[kind.listed]![0]!
    const entries = [
      right,
      { ...right, group_id: second.id },
      { ...right, group_id: null, user_id: member.id },
    ]
    await made(kind.update, { as: owner, params: { id: thing.id }, body: { [kind.listed]: entries } })

    const seen = async () => (await idsSeen(kind, member)).filter((id) => id === thing.id)
    await expect.poll(seen).toEqual([thing.id])
  })

  test('disappears for members at once when the group is deleted', async () => {
    const { member, group, thing } = await given(kind)
    const copies = endedCopies.map((copy) => endedGroups.make({ ...copy, ids: [group.id] }))
    await Promise.all(copies.map((copy) => writeItem(endedGroups.toPut(copy))))

    expect(await call(kind.read, { as: member, params: { id: thing.id } })).toMatchObject({ status: 404 })
    expect(await idsSeen(kind, member)).not.toContain(thing.id)
  })

  test('loses its entry and increments its version when the group is deleted', async () => {
    const { owner, member, group, thing } = await given(kind)
    const other = await givenGroup()
    const { user: _user, group: _group, ...right } = thing[kind.listed]![0]!
    const entries = [
      right,
      { ...right, group_id: other.id },
      { ...right, group_id: null, user_id: member.id },
    ]
    const body = { [kind.listed]: entries }
    const shared = await made(kind.update, { as: owner, params: { id: thing.id }, body })

    await call(deleteGroup, { as: await signedIn({ role: 'admin' }), params: { id: group.id } })
    await settle()

    const shown = await made(kind.read, { as: owner, params: { id: thing.id } })
    expect(shown[kind.listed]).toEqual(shared[kind.listed]!.slice(1))
    expect(shown.version).toBe(shared.version + 1)
  })

  test('loses a group deleted in the meantime when restored from the trash', async () => {
    const { group, thing } = await given(kind)
    const admin = await signedIn({ role: 'admin' })
    const { id } = thing
    expect((await call(kind.remove, { as: admin, params: { id } })).status).toBe(204)
    await settle()

    await call(deleteGroup, { as: admin, params: { id: group.id } })
    await settle()
    const restored = await made(restoreEntry, { as: admin, params: { id } })

    expect([thing[kind.listed]!.length, (restored as Shared)[kind.listed]]).toEqual([1, []])
  })

  test('rejects an entry with both or neither of person and group, twice, or unknown', async () => {
    const { owner, group, thing } = await given(kind)
    const { user: _user, group: _group, ...right } = thing[kind.listed]![0]!
    const put = async (entries: object[]) =>
      call(kind.update, { as: owner, params: { id: thing.id }, body: { [kind.listed]: entries } })
    const place = `"${kind.listed}[0]`

    const answers = await Promise.all([
      put([{ ...right, user_id: owner.id }]),
      put([{ ...right, group_id: null }]),
      put([right, right]),
      put([{ ...right, group_id: owner.id }]),
    ])

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    expect(answers.map(({ detail }) => detail)).toEqual([
      expect.stringContaining(`${place}" must have either "user_id" or "group_id"`),
      expect.stringContaining(`${place}" must have either "user_id" or "group_id"`),
      expect.stringContaining('must not name a person or a group twice'),
      expect.stringContaining(`${place}.group_id" must be the ID of a group`),
    ])
    expect(group.id).not.toBe(owner.id)
  })
})

describe('Several group entries for one person', () => {
  test('grants the greatest permission in a space, in any order', async () => {
    const [owner, member] = await Promise.all([signedIn(), signedIn()])
    const [readers, writers] = await Promise.all([givenGroup(), givenGroup()])
    await setGroups(member, readers, writers)
    const space = await givenSpace(owner, { visibility: 'private' })
    const write = () => call(createPage, { as: member, body: { title: 'News', space_id: space.id } })
    const members = [
      { group_id: writers.id, permission: 'write' as const },
      { group_id: readers.id, permission: 'read' as const },
    ]
    await made(updateSpace, { as: owner, params: { id: space.id }, body: { members } })

    expect(await write()).toMatchObject({ status: 201 })
    await setGroups(member, readers)
    expect(await write()).toMatchObject({ status: 403 })
  })
})

describe('Task in a private project', () => {
  test('can be assigned to members of a group with access, and to nobody else', async () => {
    const [owner, member, stranger] = await Promise.all([signedIn(), signedIn(), signedIn()])
    const group = await givenGroup(member)
    const project = await givenProject(owner, { visibility: 'private' })
    const members = [{ group_id: group.id, role: 'member' as const }]
    await made(updateProject, { as: owner, params: { id: project.id }, body: { members } })
    const give = (assignee: SignedIn) =>
      call(createTask, {
        as: owner,
        params: { id: project.id },
        body: { title: 'Paint', assignee_ids: [assignee.id] },
      })

    expect(await give(member)).toMatchObject({ status: 201 })
    expect(await give(stranger)).toMatchObject({ status: 422 })
  })

  test('appears in the calendar of a group member until they leave the group', async () => {
    const [owner, member] = await Promise.all([signedIn(), signedIn()])
    const group = await givenGroup(member)
    const members = [{ group_id: group.id, role: 'member' as const }]
    const project = await givenProject(owner, { visibility: 'private' })
    await made(updateProject, { as: owner, params: { id: project.id }, body: { members } })
    await givenTask(owner, project, { assignee_ids: [member.id], due_date: '2026-03-10' })
    const query = { start: '2026-03-01T00:00:00Z', end: '2026-04-01T00:00:00Z', type: 'task_due' }
    const events = async () => (await call(listEvents, { as: member, query })).body.items.length
    await settle({ deliveries: 2 })
    expect(await events()).toBe(1)

    await setGroups(member)
    await settle({ deliveries: 2 })
    expect(await events()).toBe(0)

    await setGroups(member, group)
    await settle({ deliveries: 2 })
    expect(await events()).toBe(1)
  })
})
