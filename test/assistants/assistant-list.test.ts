import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { deleteAssistant } from '../../src/assistants/endpoints/delete-assistant.ts'
import { listAssistants } from '../../src/assistants/endpoints/list-assistants.ts'
import { updateAssistant } from '../../src/assistants/endpoints/update-assistant.ts'
import { assistants, type StoredAssistant } from '../../src/assistants/assistant/assistant.ts'
import { sharedAssistants, shares } from '../../src/assistants/assistant/share.ts'
import { readList } from '../../src/platform/table/list/list.ts'
import { transact } from '../../src/platform/table/table.ts'
import { call, raw } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenAssistant, grantsOf, listedFor } from './given.ts'
import { statusByCase } from '../support/statuses.ts'

let owner: SignedIn
let friend: SignedIn

beforeAll(async () => {
  ;[owner, friend] = await Promise.all([signedIn(), signedIn()])
})

const noGroup = { group_id: null, group: null }

const idsOf = (things: { id: string }[]) => things.map(({ id }) => id)
const update = (as: SignedIn, { id }: { id: string }, body: object) =>
  call(updateAssistant, { as, params: { id }, body })

/** Stores an assistant like the endpoint, but with any people in it. */
const stored = async (fields: Partial<StoredAssistant>) => {
  const assistant = assistants.make({ model_id: 'extractive', ...fields })
  await transact([assistants.toCreate(assistant), ...sharedAssistants.rows.toSync(undefined, assistant)])
  return assistant
}

/** Creates assistants of three kinds, three with the same time: `[own, public of another, shared with friend]`. */
const givenThirty = async () => {
  const [person, other] = await Promise.all([signedIn(), signedIn()])
  const made = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const updated_at = new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(index / 3))).toISOString()
      const isOwn = index % 3 === 0
      const visibility = (['private', 'public', 'shared'] as const)[index % 3] ?? 'private'
      const user = { id: person.id, name: person.name }
      return stored({
        name: `Thirty ${index}`,
        owner: isOwn ? person : other,
        visibility,
        grants: visibility === 'shared' ? [{ user_id: person.id, user, ...noGroup, permission: 'view' }] : [],
        updated_at,
      })
    }),
  )
  return { person, made }
}

describe('GET /assistants', () => {
  test('returns summaries', async () => {
    const assistant = await givenAssistant(owner, {
      description: 'Long',
      instructions: 'Longer',
      visibility: 'shared',
      grants: [[friend, 'edit']],
    })
    const { description: _, instructions: __, ratings: ___, ...summary } = assistant

    const lists = await Promise.all([owner, friend].map((as) => listedFor(as)))

    expect(lists.map((list) => list.find(({ id }) => id === assistant.id))).toEqual([summary, summary])
  })

  test('sorts own, public and shared assistants together across pages, even if their times are equal', async () => {
    const { person, made } = await givenThirty()
    const wanted = idsOf(made.toSorted((a, b) => (a.updated_at + a.id < b.updated_at + b.id ? 1 : -1)))

    const lists = await Promise.all([1, 7, 30, 100].map((limit) => listedFor(person, { limit })))

    const ours = lists.map((list) => idsOf(list).filter((id) => wanted.includes(id)))
    expect(ours).toEqual([wanted, wanted, wanted, wanted])
  })

  test('lists the latest change first', async () => {
    const person = await signedIn()
    const made = [await givenAssistant(owner, { visibility: 'shared', grants: [[person, 'view']] })]
    for (const visibility of ['private', 'public']) made.push(await givenAssistant(person, { visibility }))
    const ours = async () =>
      idsOf(await listedFor(person)).filter((id) => made.some((assistant) => assistant.id === id))

    const before = await ours()
    await update(owner, made[0]!, { name: 'Changed' })
    const after = await ours()

    const [shared, kept, open] = idsOf(made)
    expect(before).toEqual([open, kept, shared])
    expect(after).toEqual([shared, open, kept])
  })

  test("lists only the caller's own assistants with `mine`, including public ones", async () => {
    const person = await signedIn()
    const own = [
      await givenAssistant(person),
      await givenAssistant(person, { visibility: 'public' }),
      await givenAssistant(person, { visibility: 'shared', grants: [[friend, 'view']] }),
    ]
    await givenAssistant(owner, { visibility: 'public' })
    await givenAssistant(owner, { visibility: 'shared', grants: [[person, 'edit']] })

    const mine = await listedFor(person, { mine: true, limit: 1 })
    const all = await listedFor(person, { mine: false })

    expect(idsOf(mine)).toEqual(idsOf(own).toReversed())
    expect(all.length).toBeGreaterThan(4)
  })

  test('follows each change of access and never lists an assistant twice', async () => {
    const [person, other] = await Promise.all([signedIn(), signedIn()])
    const assistant = await givenAssistant(person)
    const seen = async () => {
      const lists = await Promise.all([person, friend, other].map((as) => listedFor(as)))
      return lists.map((list) => list.filter(({ id }) => id === assistant.id).length).join('')
    }
    const steps = [
      { visibility: 'shared' },
      {
        grants: grantsOf([
          [friend, 'view'],
          [person, 'edit'],
        ]),
      },
      { visibility: 'public' },
      { visibility: 'shared' },
      { visibility: 'private' },
      { visibility: 'shared', grants: grantsOf([[other, 'view']]) },
      { grants: [] },
    ]

    const states = [await seen()]
    for (const step of steps) {
      await update(person, assistant, step)
      states.push(await seen())
    }
    await settle()
    states.push(await seen())
    await call(deleteAssistant, { as: person, params: { id: assistant.id } })
    states.push(await seen())

    expect(states).toEqual(['100', '100', '110', '111', '110', '100', '101', '100', '100', '000'])
  })

  test('reaches each of a hundred people, and removes their rows once, even after a repeated delivery', async () => {
    const last = await signedIn()
    const grants = [...Array.from({ length: 99 }, () => randomUUID()), last.id].map((user_id) => ({
      user_id,
      user: { id: user_id, name: 'Somebody' },
      ...noGroup,
      permission: 'view' as const,
    }))
    const assistant = await stored({ name: 'Crowd', owner, visibility: 'shared', grants })
    const isSeen = async () => idsOf(await listedFor(last)).includes(assistant.id)

    await settle()
    const joined = await isSeen()
    await update(owner, assistant, { grants: [] })
    const left = await isSeen()
    await settle({ deliveries: 2 })
    const rows = await readList(shares.in('ofUser', { user_id: last.id }), { limit: 1 })

    expect([joined, left, rows.items]).toEqual([true, false, []])
  })

  test('rejects a cursor of another list and an invalid filter', async () => {
    const person = await signedIn()
    await Promise.all([givenAssistant(person), givenAssistant(person)])
    const { body } = await call(listAssistants, { as: person, query: { limit: 1 } })

    const statuses = await statusByCase({
      'a cursor of another list': call(listAssistants, {
        as: person,
        query: { cursor: body.next_cursor!, mine: true },
      }),
      'a cursor of another person': call(listAssistants, { as: owner, query: { cursor: body.next_cursor! } }),
      'no boolean': call(listAssistants, { as: person, query: { mine: raw('yes') } }),
      'a limit above the highest': call(listAssistants, { as: person, query: { limit: 101 } }),
    })

    expect(statuses).toEqual({
      'a cursor of another list': 422,
      'a cursor of another person': 422,
      'no boolean': 422,
      'a limit above the highest': 422,
    })
  })
})
