import { expect, test } from 'vitest'
import { listAudit } from '../../src/history/endpoints/list-audit.ts'
import { entraUser, givenDirectory } from '../scim/given.ts'
import { call } from '../support/call.ts'
import { settle } from '../support/world.ts'

test('changes by a directory are recorded as done by SCIM', async () => {
  const { admin, as, create, patch } = await givenDirectory()
  const { body: person } = await create(entraUser())
  await patch(person.id, { op: 'Replace', path: 'active', value: 'False' })
  await settle()

  const query = { resource_type: 'user', resource_id: person.id }
  const { body } = await call(listAudit, { as: admin, query })

  const told = body.items.map(({ via, actor, action }) => [via, actor!.id, action])
  expect(told).toContainEqual(['scim', as.id, 'user.created'])
  expect(told).toContainEqual(['scim', as.id, 'user.updated'])
})
