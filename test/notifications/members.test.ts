import { describe, expect, test } from 'vitest'
import { createAssistant } from '../../src/assistants/endpoints/create-assistant.ts'
import { updateAssistant } from '../../src/assistants/endpoints/update-assistant.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { createGroup } from '../../src/groups/endpoints/create-group.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { givenFile } from '../support/given-file.ts'
import { updateChat } from '../../src/chats/endpoints/update-chat.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { spaces } from '../../src/wiki/space/space.ts'
import { call } from '../support/call.ts'
import { givenChat } from '../support/given-chat.ts'
import { givenSpace, made } from '../support/given.ts'
import { handOver } from '../support/hand-over.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject } from '../task/given.ts'
import { deleted, restore } from '../trash/given.ts'

const newsFor = async (as: SignedIn): Promise<[title: string, id: string][]> =>
  (await made(listNotifications, { as, query: { type: 'member_added' } })).items.map(
    ({ title, resource }) => [title, resource!.id],
  )

const givenPeople = () => Promise.all([signedIn({ name: 'Olga Owner' }), signedIn(), signedIn()] as const)

const listed = <const Right>(right: Right, people: SignedIn[]) => ({
  members: people.map(({ id }) => ({ user_id: id, ...right })),
})

describe('Grant to a group', () => {
  const given = {
    space: (as: SignedIn) => givenSpace(as, { name: 'Team' }),
    project: (as: SignedIn) => givenProject(as, { name: 'Team', visibility: 'private' }),
    assistant: (as: SignedIn) => {
      const body = { name: 'Team', instructions: 'Be kind.', visibility: 'shared' as const }
      return made(createAssistant, { as, body })
    },
    file: (as: SignedIn) => givenFile(as, { name: 'Team' }),
  }
  const kinds: [
    kind: keyof typeof given,
    field: 'grants' | 'members',
    right: { permission: string } | { role: string },
    update: EndpointHandler,
  ][] = [
    ['space', 'members', { permission: 'read' }, updateSpace],
    ['project', 'members', { role: 'member' }, updateProject],
    ['assistant', 'grants', { permission: 'view' }, updateAssistant],
    ['file', 'grants', { permission: 'read' }, updateFile],
  ]

  const newsOf = async (as: SignedIn): Promise<string[]> =>
    (await made(listNotifications, { as })).items.map(({ resource }) => resource!.id)

  test.each(kinds)(
    'notifies the people of the group once, until it ends: %s',
    async (kind, field, right, update) => {
      const [owner, member, named] = await givenPeople()
      const [stranger, admin] = await Promise.all([signedIn(), signedIn({ role: 'admin' })])
      const member_ids = [owner, member, named].map(({ id }) => id)
      const group = await made(createGroup, { as: admin, body: { name: `Group ${newId()}`, member_ids } })
      const thing = await given[kind](owner)
      const set = async (...holders: object[]) => {
        const body = { [field]: holders.map((holder) => ({ ...holder, ...right })) }
        await made(update, { as: owner, params: thing, body })
        await settle({ deliveries: 2 })
      }
      const everybody = () => Promise.all([owner, member, named, stranger].map(newsOf))

      await set({ group_id: group.id }, { user_id: named.id })
      const granted = await everybody()
      await set({ group_id: group.id }, { user_id: named.id }, { user_id: stranger.id })
      const again = await newsOf(member)
      await set({ user_id: named.id })

      expect(granted).toEqual([[], [thing.id], [thing.id], []])
      expect(again).toEqual([thing.id])
      expect(await everybody()).toEqual([[], [], [thing.id], []])
    },
  )
})

interface Shared {
  what: string
  given: (as: SignedIn, reader: SignedIn) => Promise<{ id: string }>
  update: EndpointHandler
  bodyOf: (people: SignedIn[]) => object
}

describe('New member', () => {
  test.each<Shared>([
    {
      what: 'space',
      given: (as, reader) => givenSpace(as, { name: 'Team', members: [[reader, 'read']] }),
      update: updateSpace,
      bodyOf: (people) => listed({ permission: 'write' }, people),
    },
    {
      what: 'project',
      given: (as, reader) =>
        givenProject(as, { name: 'Team', visibility: 'private', members: [[reader, 'guest']] }),
      update: updateProject,
      bodyOf: (people) => listed({ role: 'member' }, people),
    },
    {
      what: 'chat',
      given: (as, reader) => givenChat(as, [reader], { topic: 'Team' }),
      update: updateChat,
      bodyOf: (people) => ({ participants: people.map(({ id }) => id) }),
    },
  ])('gets one notification that names who added them to a $what', async ({ given, update, bodyOf }) => {
    const [owner, reader, late] = await givenPeople()

    const thing = await given(owner, reader)
    await settle({ deliveries: 2 })
    await made(update, { as: owner, params: thing, body: bodyOf([owner, reader, late]) })
    await settle({ deliveries: 2 })

    const told = [['Olga Owner added you to “Team”', thing.id]]
    expect(await Promise.all([reader, late, owner].map(newsFor))).toEqual([told, told, []])
  })

  test('gets no notification of their own change, of a restored resource, or after removal', async () => {
    const [[owner, reader, late], admin] = await Promise.all([givenPeople(), signedIn({ role: 'admin' })])
    const space = await givenSpace(owner, { visibility: 'private', members: [[reader, 'admin']] })
    await settle()
    const setMembers = (people: SignedIn[]) =>
      made(updateSpace, { as: admin, params: space, body: listed({ permission: 'admin' }, people) })
    await setMembers([reader, admin, late])
    await setMembers([reader, admin])
    await settle()

    await deleted(deleteSpace, owner, space)
    await settle()
    await restore(owner, space)
    await settle()

    const counts = await Promise.all([reader, admin, late].map(async (as) => (await newsFor(as)).length))
    expect(counts).toEqual([1, 0, 0])
  })

  test('loses the notification when they are removed', async () => {
    const [owner, member] = await givenPeople()
    const space = await givenSpace(owner, { visibility: 'private', members: [[member, 'read']] })
    await settle()
    const before = await newsFor(member)

    await made(updateSpace, { as: owner, params: { id: space.id }, body: { members: [] } })
    await settle({ deliveries: 2 })

    expect([before.length, await newsFor(member)]).toEqual([1, []])
  })

  test('gets no notification of a replayed resource, whether or not it has changed since', async () => {
    const [owner, reader] = await givenPeople()
    const [first, second] = await Promise.all(
      ['Made', 'Changed'].map((name) => givenSpace(owner, { name, members: [[reader, 'read']] })),
    )
    await call(updateSpace, { as: owner, params: second!, body: { description: 'Ours' } })
    await settle()
    const present = await Promise.all([first!, second!].map(({ id }) => spaces.get({ id })))

    await handOver(...present.map(spaces.itemOf))
    await settle()

    expect(await newsFor(reader)).toHaveLength(2)
  })
})
