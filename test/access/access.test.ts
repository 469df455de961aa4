import { beforeAll, describe, expect, test } from 'vitest'
import { readAccess } from '../../src/access/endpoints/read-access.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call } from '../support/call.ts'
import { givenAssistant, givenChat } from '../support/given-chat.ts'
import { givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { givenGroup } from '../support/given-group.ts'
import { givenProvider } from '../support/given-provider.ts'
import { givenTicket } from '../support/given-ticket.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { givenProject, givenTask } from '../task/given.ts'
import { reads } from './reads.ts'

type Type = keyof typeof reads

const explain = (as: SignedIn, type: Type, id: string, user_id: string) =>
  call(readAccess, { as, query: { type, id, user_id } })

let owner: SignedIn
let people: Record<'owner' | 'member' | 'grouped' | 'stranger' | 'agent' | 'admin' | 'gone', SignedIn>
let group: { id: string; name: string }
let things: [string, Type, { id: string }][]

await givenProvider()

beforeAll(async () => {
  const [member, grouped, stranger, agent, admin, gone] = await Promise.all([
    signedIn(),
    signedIn(),
    signedIn(),
    signedIn({ role: 'support_agent' }),
    signedIn({ role: 'admin' }),
    signedIn(),
  ])
  owner = await signedIn()
  people = { owner, member, grouped, stranger, agent, admin, gone }
  group = await givenGroup(grouped)
  const entries = <Right extends object>(right: Right) => [
    { user_id: member.id, ...right },
    { user_id: gone.id, ...right },
    { group_id: group.id, ...right },
  ]
  const space = await givenSpace(owner, { visibility: 'private' })
  const open = await givenSpace(owner, { visibility: 'internal' })
  const project = await givenProject(owner, { visibility: 'private' })
  const file = await givenFile(owner)
  await made(updateSpace, {
    as: owner,
    params: space,
    body: { members: entries({ permission: 'read' as const }) },
  })
  await made(updateProject, {
    as: owner,
    params: project,
    body: { members: entries({ role: 'guest' as const }) },
  })
  await made(updateFile, {
    as: owner,
    params: file,
    body: { grants: entries({ permission: 'read' as const }) },
  })
  const attached = await givenFile(owner)
  things = [
    ['private space', 'wiki_space', space],
    ['internal space', 'wiki_space', open],
    ['page', 'wiki_page', await givenPage(owner, space)],
    ['draft', 'wiki_page', await givenPage(owner, open, { status: 'draft' })],
    ['project', 'project', project],
    ['task', 'task', await givenTask(owner, project, { attachments: [attached.id] })],
    ['file', 'file', file],
    ['attached file', 'file', attached],
    ['private assistant', 'assistant', await givenAssistant(owner)],
    [
      'shared assistant',
      'assistant',
      await givenAssistant(owner, { visibility: 'shared', grants: entries({ permission: 'view' }) }),
    ],
    ['public assistant', 'assistant', await givenAssistant(owner, { visibility: 'public' })],
    ['draft of a course', 'course', await givenCourse(owner, { status: 'draft' })],
    ['course', 'course', await givenCourse(owner, { status: 'published' })],
    ['chat', 'chat', await givenChat(owner, [member])],
    ['ticket', 'ticket', await givenTicket(owner)],
  ]
  await call(updateUser, { as: admin, params: { id: gone.id }, body: { is_active: false } })
})

describe('GET /access', () => {
  test('explains for everyone the result of their GET', async () => {
    const told: string[] = []
    const met: string[] = []
    for (const [what, type, { id }] of things)
      for (const [who, person] of Object.entries(people)) {
        const { status } = await call(reads[type], { as: person, params: { id } })
        met.push(`${who} sees ${what}: ${status === 200}`)
        const asked = await explain(owner, type, id, person.id)
        // asking an agent to explain does not change the permissions of the ticket
        const { body } = asked.status === 403 ? await explain(people.agent, type, id, person.id) : asked
        told.push(`${who} sees ${what}: ${body.permission !== null}`)
      }

    expect(told).toEqual(met)
    expect(new Set(met.map((one) => one.endsWith('true'))).size).toBe(2)
  })

  test.each([
    ['private space', 'owner', 'owner', 'admin'],
    ['private space', 'member', 'member', 'read'],
    ['private space', 'grouped', 'group', 'read'],
    ['private space', 'stranger', 'none', null],
    ['private space', 'admin', 'role', 'admin'],
    ['private space', 'gone', 'none', null],
    ['internal space', 'stranger', 'internal', 'write'],
    ['page', 'grouped', 'group', 'read'],
    ['task', 'member', 'member', 'read'],
    ['attached file', 'member', 'attachment', 'read'],
    ['shared assistant', 'grouped', 'group', 'view'],
    ['public assistant', 'stranger', 'public', 'view'],
    ['course', 'stranger', 'public', 'read'],
    ['chat', 'member', 'member', 'participate'],
    ['chat', 'admin', 'none', null],
  ] as const)('explains access to a %s for %s by the rule "%s"', async (what, who, rule, permission) => {
    const [, type, { id }] = things.find(([name]) => name === what)!

    const { body } = await explain(owner, type, id, people[who].id)

    expect(body).toMatchObject({ rule, permission })
    expect(body.via?.id ?? null).toBe(rule === 'group' ? group.id : null)
  })

  test('names the space of a page as the deciding resource', async () => {
    const [space, , page] = things

    const { body } = await explain(owner, 'wiki_page', things[2]![2].id, owner.id)

    expect(page).toBeDefined()
    expect(body.decided_by).toMatchObject({ type: 'wiki_space', id: space![2].id })
  })

  test('allows readers to ask only about themselves', async () => {
    const [, type, { id }] = things[0]!

    const own = await explain(people.member, type, id, people.member.id)
    const others = await explain(people.member, type, id, owner.id)

    expect(own.body).toMatchObject({ rule: 'member' })
    expect([others.status, others.headers['x-error-code']]).toEqual([403, 'access.rights_required'])
  })

  test('returns 404 for a resource that the caller cannot see, and 422 for an unknown person', async () => {
    const chat = things.find(([name]) => name === 'chat')![2]
    const space = things[0]![2]

    const unseen = await explain(people.stranger, 'wiki_space', space.id, people.stranger.id)
    const ofOthers = await explain(people.admin, 'chat', chat.id, owner.id)
    const nobody = await explain(owner, 'wiki_space', space.id, space.id)

    expect([unseen.status, ofOthers.status, nobody.status]).toEqual([404, 404, 422])
    expect(nobody.detail).toContain('user_id')
  })
})
