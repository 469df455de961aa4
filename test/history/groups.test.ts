import { beforeEach, expect, test } from 'vitest'
import { deleteGroup } from '../../src/groups/endpoints/delete-group.ts'
import { removeMember } from '../../src/groups/endpoints/remove-member.ts'
import { listAudit } from '../../src/history/endpoints/list-audit.ts'
import { undoChange } from '../../src/undo/endpoints/undo-change.ts'
import { givenGroup } from '../groups/given.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

let admin: SignedIn
let person: SignedIn
let group: { id: string }

beforeEach(async () => {
  ;[admin, person] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
  group = await givenGroup(admin, { members: [person] })
})

const audit = async () => {
  await settle()
  const query = { resource_type: 'group', resource_id: group.id }
  return (await made(listAudit, { as: admin, query })).items
}

test('the audit shows by ID who created and deleted a group, and who joined and left', async () => {
  await call(removeMember, { as: admin, params: { id: group.id, user_id: person.id } })
  await call(deleteGroup, { as: admin, params: { id: group.id } })

  const items = await audit()

  expect(items.map(({ action }) => action).toSorted()).toEqual([
    'group.created',
    'group.deleted',
    'group_membership.created',
    'group_membership.deleted',
  ])
  expect(new Set(items.map(({ actor }) => actor?.id))).toEqual(new Set([admin.id]))
  expect(items.find(({ action }) => action === 'group_membership.created')?.object).toEqual({
    type: 'group_membership',
    id: person.id,
  })
})

test('undo rejects every change of a group', async () => {
  const undo = async ({ id }: { id: string }) =>
    (await call(undoChange, { as: admin, params: { id } })).headers

  const codes = await Promise.all((await audit()).map(undo))

  expect(codes.map((headers) => headers['x-error-code'])).toEqual(['undo.not_undoable', 'undo.not_undoable'])
})
