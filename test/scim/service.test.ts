import { describe, expect, test } from 'vitest'
import { listScimResourceTypes } from '../../src/scim/endpoints/list-scim-resource-types.ts'
import { listScimSchemas } from '../../src/scim/endpoints/list-scim-schemas.ts'
import { readScimConfig } from '../../src/scim/endpoints/read-scim-config.ts'
import { readScimGroup } from '../../src/scim/endpoints/read-scim-group.ts'
import { readScimResourceType } from '../../src/scim/endpoints/read-scim-resource-type.ts'
import { readScimSchema } from '../../src/scim/endpoints/read-scim-schema.ts'
import { createScimGroup } from '../../src/scim/endpoints/create-scim-group.ts'
import { call } from '../support/call.ts'
import { signedIn } from '../support/people.ts'
import { core, enterprise, entraUser, givenDirectory } from './given.ts'

describe('SCIM discovery', () => {
  test('returns supported features, resource types and schemas', async () => {
    const { ask } = await givenDirectory()

    const [config, types, schemas] = await Promise.all([
      ask(readScimConfig),
      ask(listScimResourceTypes),
      ask(listScimSchemas),
    ])

    expect(config.body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: false },
    })
    expect(types.body.Resources.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual([
      '/Users',
      '/Groups',
    ])
    expect(schemas.body.Resources.map(({ id }: { id: string }) => id)).toEqual([
      core,
      enterprise,
      'urn:ietf:params:scim:schemas:core:2.0:Group',
    ])
  })

  test('returns each description by ID, and 404 for others', async () => {
    const { ask } = await givenDirectory()

    const [type, schema, ...absent] = await Promise.all([
      ask(readScimResourceType, { params: { id: 'User' } }),
      ask(readScimSchema, { params: { id: core } }),
      ask(readScimResourceType, { params: { id: 'Device' } }),
      ask(readScimSchema, { params: { id: 'urn:x' } }),
    ])

    expect([type.body.schema, schema.body.name]).toEqual([core, 'User'])
    expect(absent.map(({ status, body }) => [status, body.status])).toEqual(Array(2).fill([404, '404']))
  })

  test('returns 403 to a session, even of an administrator', async () => {
    const admin = await signedIn({ role: 'admin' })

    const { status, headers } = await call(readScimConfig, { as: admin })

    expect([status, headers['x-error-code']]).toEqual([403, 'auth.scope'])
  })

  test('describes every attribute of a person and of a group', async () => {
    const { ask, create } = await givenDirectory()
    const { body: user } = await create(entraUser({ [enterprise]: { department: 'Research' } }))
    const { body: group } = await ask(createScimGroup, {
      body: { displayName: `Guides ${user.id}`, externalId: user.id, members: [{ value: user.id }] },
    })
    const { body: read } = await ask(readScimGroup, { params: { id: group.id } })
    const { body } = await ask(listScimSchemas)

    const known = body.Resources.flatMap(({ attributes }: { attributes: { name: string }[] }) =>
      attributes.map(({ name }) => name),
    )
    const common = ['schemas', 'id', 'meta', enterprise]
    const shown = [...Object.keys(user), ...Object.keys(user[enterprise]), ...Object.keys(read)]
    expect(shown.filter((name) => !known.includes(name) && !common.includes(name))).toEqual([])
  })
})
