import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { listSpaces } from '../../src/wiki/endpoints/list-spaces.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { users } from '../../src/platform/identity/user.ts'
import { call } from '../support/call.ts'
import { givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { statusByCase } from '../support/statuses.ts'

const namesFor = async (as: SignedIn, query: { q?: string; limit?: number } = {}): Promise<string[]> => {
  const names: string[] = []
  let cursor: string | undefined
  do {
    const { body } = await call(listSpaces, { as, query: { ...query, cursor } })
    names.push(...body.items.map(({ name }: { name: string }) => name))
    cursor = body.next_cursor ?? undefined
  } while (cursor)
  return names
}

describe('GET /wiki/spaces', () => {
  test('lists only spaces that the caller may see, by name, page by page', async () => {
    const [ada, member, outsider, admin] = await Promise.all([
      signedIn(),
      signedIn(),
      signedIn(),
      signedIn({ role: 'admin' }),
    ])
    const mark = randomUUID()
    const names = ['a', 'B', 'c', 'D', 'e'].map((name) => `${name} ${mark}`)
    await Promise.all(
      names.map((name, i) =>
        givenSpace(ada, {
          name,
          visibility: i % 2 ? 'private' : 'internal',
          members: i === 1 ? [[member, 'read']] : [],
        }),
      ),
    )

    const lists = await Promise.all([ada, member, outsider, admin].map((as) => namesFor(as, { limit: 2 })))

    const ours = lists.map((list) =>
      list
        .filter((name) => name.endsWith(mark))
        .map(([letter]) => letter)
        .join(''),
    )
    expect(ours).toEqual(['aBcDe', 'aBce', 'ace', 'aBcDe'])
  })

  test('returns summaries with members and the permission of the caller, without description', async () => {
    const [ada, reader] = await Promise.all([signedIn(), signedIn()])
    const space = await givenSpace(ada, {
      visibility: 'private',
      description: 'x',
      members: [[reader, 'read']],
    })

    const { body } = await call(listSpaces, { as: reader, query: { limit: 100 } })

    const { description: _, ...summary } = space
    expect(body.items.find(({ id }: { id: string }) => id === space.id)).toEqual({
      ...summary,
      permission: 'read',
    })
  })

  test('follows renames, changes of members and of visibility, and deletion', async () => {
    const [ada, bob] = await Promise.all([signedIn(), signedIn()])
    const space = await givenSpace(ada, { visibility: 'private' })
    const params = { id: space.id }
    const change = (body: object) => call(updateSpace, { as: ada, params, body })
    const seen = async () => (await namesFor(bob)).filter((name) => name.endsWith(space.name))

    const before = await seen()
    await change({ members: [{ user_id: bob.id, permission: 'read' }] })
    const joined = await seen()
    await change({ name: `New ${space.name}` })
    const renamed = await seen()
    await change({ members: [] })
    const left = await seen()
    await change({ visibility: 'internal' })
    const opened = await seen()
    await call(deleteSpace, { as: ada, params })
    const gone = await seen()

    const name = `New ${space.name}`
    expect([before, joined, renamed, left, opened, gone]).toEqual([[], [space.name], [name], [], [name], []])
  })

  test('reaches each of many members, even if each change is delivered twice', async () => {
    const ada = await signedIn()
    const people = Array.from({ length: 95 }, (_, i) =>
      users.make({ email: `${randomUUID()}@example.com`, name: `Member ${i}`, role: 'user' }),
    )
    await Promise.all(people.map((person) => users.create(person)))
    const last = await signedIn()
    const members = [...people.map(({ id }) => id), last.id].map((user_id) => ({
      user_id,
      permission: 'read' as const,
    }))
    const space = await givenSpace(ada, { visibility: 'private' })

    await call(updateSpace, { as: ada, params: { id: space.id }, body: { members } })
    await settle({ deliveries: 2 })
    const joined = await namesFor(last)
    await call(updateSpace, { as: ada, params: { id: space.id }, body: { members: [] } })
    await settle({ deliveries: 2 })
    const left = await namesFor(last)

    expect(joined).toContain(space.name)
    expect(left).not.toContain(space.name)
  })

  test('finds words in name and description, and hides spaces that the caller may not see', async () => {
    const [ada, outsider] = await Promise.all([signedIn(), signedIn()])
    const word = `zirkon${randomUUID().slice(0, 8)}`
    await givenSpace(ada, { name: `Plans of ${word}`, visibility: 'private' })
    await givenSpace(ada, {
      name: `Described ${word.slice(0, 3)}`,
      description: `About ${word.toUpperCase()}.`,
    })

    await settle()
    const [own, others] = await Promise.all([
      namesFor(ada, { q: word }),
      namesFor(outsider, { q: word.slice(0, -2) }),
    ])

    expect(own).toEqual([`Plans of ${word}`, `Described ${word.slice(0, 3)}`])
    expect(others).toEqual([`Described ${word.slice(0, 3)}`])
  })

  test('rejects an invalid limit and a cursor of another list', async () => {
    const ada = await signedIn()

    const statuses = await statusByCase({
      'a limit below the lowest': call(listSpaces, { as: ada, query: { limit: 0 } }),
      'a forged cursor': call(listSpaces, { as: ada, query: { cursor: 'abc' } }),
    })

    expect(statuses).toEqual({
      'a limit below the lowest': 422,
      'a forged cursor': 422,
    })
  })
})
