import { afterEach, describe, expect, test } from 'vitest'
import { groupMemberships } from '../../src/groups/group/group.ts'
import { groups } from '../../src/platform/identity/group.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { createScimGroup } from '../../src/scim/endpoints/create-scim-group.ts'
import { deleteScimUser } from '../../src/scim/endpoints/delete-scim-user.ts'
import { listScimGroups } from '../../src/scim/endpoints/list-scim-groups.ts'
import { listScimUsers } from '../../src/scim/endpoints/list-scim-users.ts'
import { readScimGroup } from '../../src/scim/endpoints/read-scim-group.ts'
import { replaceScimGroup } from '../../src/scim/endpoints/replace-scim-group.ts'
import { filterTooBroad, scim } from '../../src/scim/protocol.ts'
import { updateScimGroup } from '../../src/scim/endpoints/update-scim-group.ts'
import { givenPeople } from '../groups/given.ts'
import { entraUser, givenDirectory } from './given.ts'

afterEach(() => delete process.env['SCIM_ROLES'])

const numbered = (count: number) => Array.from({ length: count }, (_, n) => n)

test('SCIM neither deactivates nor removes the last administrator, even with SCIM_ROLES', async () => {
  process.env['SCIM_ROLES'] = 'yes'
  const { admin, ask, patch } = await givenDirectory()

  const off = await patch(admin.id, { op: 'Replace', path: 'active', value: 'False' })
  const removed = await ask(deleteScimUser, { params: { id: admin.id } })

  expect([off.status, removed.status]).toEqual([409, 409])
  expect(off.headers['x-error-code']).toBe('users.last_administrator')
})

test('a filter that is too broad returns a SCIM error', () => {
  expect(scim.bodyOf(filterTooBroad())).toMatchObject({
    scimType: 'tooMany',
    detail: expect.stringContaining('"filter"'),
  })
})

test('a 400 names the attribute as SCIM does', async () => {
  const { ask, create } = await givenDirectory()
  const long = 'x'.repeat(200)

  const answers = await Promise.all([
    create(entraUser({ emails: [{ value: 'nowhere', primary: true }] })),
    ask(createScimGroup, { body: { displayName: long } }),
  ])

  expect(answers.map(({ status, detail }) => [status, detail])).toEqual([
    [400, '"emails" must be an email address.'],
    [400, '"displayName" must have at most 100 characters.'],
  ])
})

describe('Group of more than 1,000 people', () => {
  test('omits its members in responses, and accepts changes of members only by PATCH', async () => {
    const { ask } = await givenDirectory()
    const [person] = (await givenPeople(1)) as [{ id: string }]
    const add = async (body: object) => (await ask(createScimGroup, { body })).body
    const group = await add({ displayName: 'Everybody' })
    const small = await add({ displayName: 'Everybody else', members: [{ value: person.id }] })
    const rows = numbered(1_001).map(() => {
      const id = newId()
      return groupMemberships.make({ group_id: group.id, user_id: id, user: { id, name: 'Ada' } })
    })
    await writeBatch(rows.map(groupMemberships.itemOf), [])
    await writeItem(groups.toAdd({ id: group.id }, 'member_count', rows.length))
    const at = { params: { id: group.id as string } }
    const members = [{ value: person.id }]

    const read = await ask(readScimGroup, at)
    const { body: list } = await ask(listScimGroups)
    const replaced = await ask(replaceScimGroup, { ...at, body: { displayName: 'Everybody', members } })
    const added = await ask(updateScimGroup, {
      ...at,
      body: { Operations: [{ op: 'add', path: 'members', value: members }] },
    })

    const inList = (id: string) => list.Resources.find((one) => one.id === id)!.members
    expect([read.status, read.body.members]).toEqual([200, undefined])
    expect([inList(group.id), inList(small.id)?.length]).toEqual([undefined, 1])
    expect([replaced.status, replaced.body.status, added.status]).toEqual([413, '413', 204])
  })
})

describe('List of more than 1,000 items', () => {
  test('can be read in pages, each from the end of the previous one', async () => {
    const { ask } = await givenDirectory()
    const all = numbered(1_150).map((n) => groups.make({ name: `Guides ${n}`, external_id: String(n) }))
    await writeBatch(all.map(groups.itemOf), [])
    const filter = 'id eq "none"'
    const page = (startIndex: number, more: object = {}) =>
      ask(listScimGroups, { query: { startIndex, count: 200, attributes: 'id', ...more } })
    const ids = new Set<string>()
    let [startIndex, total, shown] = [1, Infinity, 0]

    const ahead = await page(1_101)
    while (startIndex <= total) {
      const { body } = await page(startIndex)
      for (const { id } of body.Resources as { id: string }[]) ids.add(id)
      total = body.totalResults
      startIndex += body.itemsPerPage
      shown += body.itemsPerPage
    }

    expect([ahead.status, ahead.body.scimType]).toEqual([400, 'invalidValue'])
    expect(all.filter(({ id }) => !ids.has(id))).toEqual([])
    expect([shown, ids.size]).toEqual([total, total])
    expect((await page(1, { filter })).body.totalResults).toBe(0)
  })

  test.each([
    ['a startIndex below 1, which counts as 1', { startIndex: -5 }, 200],
    ['a count below 0, which counts as 0', { count: -1 }, 200],
    ['a count of more than a page, which is a page', { count: 5_000 }, 200],
    ['a startIndex that is no number', { startIndex: 'one' }, 400],
  ])('handles %s', async (_, query, status) => {
    const { ask } = await givenDirectory()

    const answer = await ask(listScimUsers, { query })

    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.body.startIndex).toBe(1)
  })
})
