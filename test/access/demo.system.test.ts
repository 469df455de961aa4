import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pMap from 'p-map'
import { expect, test } from 'vitest'
import type { accessTypes } from '#generated/resource-types.ts'
import { openDemo } from '../../infra/local/demo/demo.ts'
import { loadPeople } from '../../infra/local/demo/people.ts'
import { scanItems } from '../../infra/scan.ts'
import { readAccess } from '../../src/access/endpoints/read-access.ts'
import { loadHistory } from '../../src/platform/history/history-registry.ts'
import { beginSession } from '../../src/auth/token.ts'
import type { Role } from '../../src/platform/identity/actor.ts'
import { sessions } from '../../src/platform/identity/session.ts'
import { users } from '../../src/platform/identity/user.ts'
import { entityTypeOf } from '../../src/platform/table/former-layout.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call } from '../support/call.ts'
import { givenGroup } from '../support/given-group.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

import { reads } from './reads.ts'

type Type = (typeof accessTypes)[number]

interface Thing {
  type: Type
  id: string
}

/** At most this many of each kind: what is in one space or project follows one rule. */
const most = 12

const things = async (): Promise<Thing[]> => {
  const definitions = await loadHistory()
  const found = new Map<Type, Set<string>>(Object.keys(reads).map((type) => [type as Type, new Set()]))
  for await (const items of scanItems())
    for (const item of items) {
      const subject = definitions.get(String(entityTypeOf(item)))?.subjectOf(item)
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

/** Whether somebody may see a thing as the first says who may ask: who sees nothing is explained by others. */
const explained = async ({ type, id }: Thing, { id: user_id }: SignedIn, askers: SignedIn[]) => {
  for (const as of askers) {
    const { status, body } = await call(readAccess, { as, query: { type, id, user_id } })
    if (status === 200) return body.permission !== null
  }
  return undefined
}

test('for sixty people and the things of the demo, what is explained is what a GET answers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'))
  const known = await loadPeople()
  const demo = await openDemo(known, folder)
  const idle = async () => void (await settle())
  await demo.begin(idle)
  await demo.complete(idle)
  rmSync(folder, { recursive: true })
  const roles: Role[] = ['user', 'user', 'user', 'support_agent', 'admin']
  const own = await Promise.all(Object.values(known).map(withSession))
  const others = await Promise.all(
    Array.from({ length: 60 - own.length }, (_, n) => signedIn({ role: roles[n % roles.length] as Role })),
  )
  const people = [...own, ...others]
  const admin = others.find(({ role }) => role === 'admin') as SignedIn
  const all = await things()
  const group = await givenGroup(...others.slice(0, 10))
  for (const { id } of all.filter(({ type }) => type === 'wiki_space').slice(0, 3))
    await made(updateSpace, {
      as: admin,
      params: { id },
      body: { visibility: 'private', members: [{ group_id: group.id, permission: 'read' }] },
    })

  const wrong: string[] = []
  const seen = { shown: 0, hidden: 0 }
  await pMap(
    all,
    async ({ type, id }) => {
      for (const person of people) {
        const { status } = await call(reads[type], { as: person, params: { id } })
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
}, 600_000)
