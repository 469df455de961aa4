import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pMap from 'p-map'
import { beforeAll, expect, test } from 'vitest'
import type { accessTypes } from '#generated/resource-types.ts'
import { openDemo } from '../../infra/local/demo/demo.ts'
import { loadPeople } from '../../infra/local/demo/people.ts'
import { scanItems } from '../../infra/operation/scan.ts'
import { readAccess } from '../../src/access/endpoints/read-access.ts'
import { loadHistory } from '../../src/platform/history/history-registry.ts'
import { beginSession } from '../../src/auth/token.ts'
import type { Role } from '../../src/platform/identity/actor.ts'
import { sessions } from '../../src/platform/identity/session.ts'
import { users } from '../../src/platform/identity/user.ts'
import { invokeFunction } from '../../src/invocation/endpoints/invoke-function.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call } from '../support/call.ts'
import { givenGroup, idsOf } from '../groups/given.ts'
import { givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

import { reads } from './reads.ts'

type Type = (typeof accessTypes)[number]

interface Thing {
  type: Type
  id: string
}

/** Maximum number of resources of each kind: those in one space or project follow the same rule. */
const most = Number(process.env['ACCESS_THINGS'] ?? 6)

const things = async (): Promise<Thing[]> => {
  const definitions = await loadHistory()
  const found = new Map<Type, Set<string>>(Object.keys(reads).map((type) => [type as Type, new Set()]))
  for await (const items of scanItems())
    for (const item of items) {
      const subject = definitions.get(String(item['entityType']))?.subjectOf(item)
      const ids = found.get(subject?.type as Type)
      if (subject && ids && ids.size < most) ids.add(subject.id)
    }
  return [...found].flatMap(([type, ids]) => [...ids].map((id) => ({ type, id })))
}

const withSession = async (actor: { id: string }): Promise<SignedIn> => {
  const user = await users.get(actor)
  const { session, token } = await beginSession(user)
  await sessions.create(session)
  return { ...user, email: String(user.email), groups: [], token: token.access_token }
}

/**
 * Returns true if a person may see a resource, according to the first asker who may explain it, since the person may
 * see nothing themselves.
 */
const explained = async ({ type, id }: Thing, { id: user_id }: SignedIn, askers: SignedIn[]) => {
  for (const as of askers) {
    const { status, body } = await call(readAccess, { as, query: { type, id, user_id } })
    if (status === 200) return body.permission !== null
  }
  return undefined
}

let people: SignedIn[]
/** People of the demo, who own its contents. */
let own: SignedIn[]
let admin: SignedIn
let group: { id: string }
/** Spaces to which pages are moved, with different readers. */
let spaces: { id: string }[]

/** Returns the response to a step by the first person who may take it. */
const asOneOf = async <T extends { status: number }>(step: (as: SignedIn) => Promise<T>) => {
  for (const as of [...own, admin]) {
    const answer = await step(as)
    if (answer.status === 200) return { as, ...answer }
  }
  return undefined
}

const statusFor = async ({ type, id }: Thing, as: SignedIn) =>
  (await call(reads[type], { as, params: { id } })).status

/** Returns the people who may currently see a resource, without administrators, who nearly always may. */
const readersOf = async (thing: Thing): Promise<string[]> => {
  const readers: string[] = []
  for (const as of people.filter(({ role }) => role !== 'admin'))
    if ((await statusFor(thing, as)) === 200) readers.push(as.id)
  return readers
}

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'))
  const known = await loadPeople()
  const demo = await openDemo(known, folder)
  const idle = async () => void (await settle())
  await demo.begin(idle)
  await demo.complete(idle)
  rmSync(folder, { recursive: true })
  const roles: Role[] = ['user', 'user', 'user', 'support_agent']
  own = await Promise.all(Object.values(known).map(withSession))
  const others = await Promise.all(
    Array.from({ length: 59 - own.length }, (_, n) => signedIn({ role: roles[n % roles.length] as Role })),
  )
  admin = await signedIn({ role: 'admin' })
  people = [...own, ...others, admin]
  group = await givenGroup(admin, { members: others.slice(0, 10) })
  const members = [{ group_id: group.id, permission: 'read' as const }]
  const shared = { as: admin, body: { visibility: 'private' as const, members } }
  for (const { type, id } of (await things()).slice(0, 3))
    if (type === 'wiki_space') await made(updateSpace, { ...shared, params: { id } })
  spaces = [
    await givenSpace(admin, { visibility: 'private' }),
    await givenSpace(admin, { visibility: 'internal' }),
    await givenSpace(admin, { visibility: 'private', members: [[own[0] as SignedIn, 'read']] }),
  ]
})

test('explanations match GET for sixty people and the resources of the demo', async () => {
  const wrong: string[] = []
  const seen = { shown: 0, hidden: 0 }
  await pMap(
    await things(),
    async ({ type, id }) => {
      for (const person of people) {
        const status = await statusFor({ type, id }, person)
        const told = await explained({ type, id }, person, [person, admin, ...own])
        if (told !== (status === 200))
          wrong.push(`${type} ${id} for ${person.role}: GET ${status}, explained ${told}`)
        seen[status === 200 ? 'shown' : 'hidden'] += 1
      }
    },
    { concurrency: 8 },
  )

  expect(wrong).toEqual([])
  expect(Math.min(seen.shown, seen.hidden)).toBeGreaterThan(100)
}, 3_600_000)

/** Returns the changes of a kind's readers: the name of a function and its further arguments. */
const changes = (): Partial<Record<Type, [name: string, ...args: object[]]>> => {
  const [person] = own as [SignedIn]
  return {
    wiki_space: [
      'wiki_update_space',
      { visibility: 'private', members: [{ group_id: group.id, permission: 'read' }] },
      { visibility: 'internal' },
      { visibility: 'private', members: [{ user_id: person.id, permission: 'write' }] },
    ],
    wiki_page: ['wiki_update_page', ...spaces.map(({ id: space_id }) => ({ space_id }))],
    project: [
      'task_update_project',
      { visibility: 'private', members: [{ group_id: group.id, role: 'guest' }] },
      { visibility: 'internal' },
      { visibility: 'private', members: [{ user_id: person.id, role: 'member' }] },
    ],
    assistant: [
      'assistants_update_assistant',
      { visibility: 'shared', grants: [{ group_id: group.id, permission: 'view' }] },
      { visibility: 'public' },
      { visibility: 'shared', grants: [{ user_id: person.id, permission: 'view' }] },
    ],
    course: ['lms_update_course', { status: 'draft' }, { status: 'published' }, { status: 'archived' }],
  }
}

interface Announced {
  before: number
  after: number
  gains: { id: string }[]
  loses: { id: string }[]
}

const without = (all: string[], some: string[]) => all.filter((id) => !some.includes(id))

/**
 * Returns the difference between an announced audience and the actual readers; an audience names at most 20 people on
 * each side. Administrators in an audience can see the resource without their role, which no GET by them can verify.
 */
const untrue = (told: Announced, before: string[], after: string[]): string | undefined => {
  const admins = new Set(idsOf(people.filter(({ role }) => role === 'admin')))
  const isNamed = (named: { id: string }[], ids: string[]) => {
    const names = new Set(idsOf(named)).difference(admins)
    return names.size >= Math.min(20 - admins.size, ids.length) && names.isSubsetOf(new Set(ids))
  }
  const areNamed = isNamed(told.gains, without(after, before)) && isNamed(told.loses, without(before, after))
  // a call that writes nothing has no audience
  const isWritten = told.before + told.after > 0
  const isCounted = ({ length }: string[], count: number) =>
    !isWritten || (count >= length && count <= length + admins.size)
  const areCounted = isCounted(before, told.before) && isCounted(after, told.after)
  return areNamed && areCounted ? undefined : JSON.stringify({ before, after, told })
}

test('announced audiences match the actual readers after sharing resources of the demo', async () => {
  const wrong: string[] = []
  const shared = new Set<Type>()
  // pages before the spaces that contain them
  const steps = (await things()).toReversed().flatMap((thing) => {
    const [name = '', ...args] = changes()[thing.type] ?? []
    return args.map((fields) => ({ thing, params: { name }, args: { id: thing.id, ...fields } }))
  })
  for (const { thing, params, args } of steps) {
    const invoke = (as: SignedIn, dry_run: boolean) =>
      call(invokeFunction, { as, params, body: { arguments: args, dry_run } })
    const dry = await asOneOf((as) => invoke(as, true))
    if (!dry) {
      wrong.push(`${thing.type} ${JSON.stringify(args)}: nobody may`)
      continue
    }
    const before = await readersOf(thing)
    const { status } = await invoke(dry.as, false)
    const after = await readersOf(thing)
    const difference = untrue(dry.body.audience!, before, after)
    if (status !== 200 || difference)
      wrong.push(`${thing.type} ${JSON.stringify(args)}: ${status}, ${difference}`)
    if (before.length !== after.length) shared.add(thing.type)
  }

  expect(wrong).toEqual([])
  expect([...shared].toSorted()).toEqual(Object.keys(changes()).toSorted())
}, 3_600_000)
