import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { createScimGroup } from '../../src/scim/endpoints/create-scim-group.ts'
import { createScimUser } from '../../src/scim/endpoints/create-scim-user.ts'
import { deleteScimGroup } from '../../src/scim/endpoints/delete-scim-group.ts'
import { deleteScimUser } from '../../src/scim/endpoints/delete-scim-user.ts'
import { listScimGroups } from '../../src/scim/endpoints/list-scim-groups.ts'
import { listScimResourceTypes } from '../../src/scim/endpoints/list-scim-resource-types.ts'
import { listScimSchemas } from '../../src/scim/endpoints/list-scim-schemas.ts'
import { listScimUsers } from '../../src/scim/endpoints/list-scim-users.ts'
import { readScimConfig } from '../../src/scim/endpoints/read-scim-config.ts'
import { readScimGroup } from '../../src/scim/endpoints/read-scim-group.ts'
import { readScimUser } from '../../src/scim/endpoints/read-scim-user.ts'
import { replaceScimGroup } from '../../src/scim/endpoints/replace-scim-group.ts'
import { replaceScimUser } from '../../src/scim/endpoints/replace-scim-user.ts'
import { updateScimGroup } from '../../src/scim/endpoints/update-scim-group.ts'
import { updateScimUser } from '../../src/scim/endpoints/update-scim-user.ts'
import type { Answer } from '../support/call.ts'
import { knownIssues, tutorial } from './entra-id-requests.ts'
import { postman, validator } from './entra-id-validator-requests.ts'
import { givenDirectory } from './given.ts'
import { reference, suites } from './okta-requests.ts'
import { before, type Row } from './request-row.ts'
import { rfc } from './rfc-requests.ts'

const handlers = new Map(
  [
    createScimGroup,
    createScimUser,
    deleteScimGroup,
    deleteScimUser,
    listScimGroups,
    listScimResourceTypes,
    listScimSchemas,
    listScimUsers,
    readScimConfig,
    readScimGroup,
    readScimUser,
    replaceScimGroup,
    replaceScimUser,
    updateScimGroup,
    updateScimUser,
  ].map((handler): [string, EndpointHandler] => [`${handler.spec.method} ${handler.spec.path}`, handler]),
)

/** A resource, or the part of one, in a response. */
interface Resource {
  id: string
}

type Directory = Awaited<ReturnType<typeof givenDirectory>>
let directory: Directory

beforeAll(async () => {
  directory = await givenDirectory()
})

/** Sends a request to the endpoint with this method and path. */
const send = (method: Row['method'], target: string, body?: object): Promise<Answer<Resource>> => {
  const [path = '', search = ''] = target.split('?')
  const [, resources, id] = path.split('/')
  const handler = handlers.get(`${method} /scim/v2/${resources}${id === undefined ? '' : '/{id}'}`)
  if (!handler) throw new TypeError(`No endpoint is ${method} ${path}.`)
  return directory.ask(handler, {
    ...(id !== undefined && { params: { id } }),
    query: Object.fromEntries(search.split('&').flatMap((part) => (part ? [part.split(/=(.*)/s)] : []))),
    ...(body && { body }),
  }) as Promise<Answer<Resource>>
}

/** Returns a row with the IDs and names of this test. */
const filled = <T extends object>(row: T, ids: Record<string, string>): T =>
  JSON.parse(
    JSON.stringify(row).replace(
      /\$(user|manager|other|group|nobody|n)/g,
      (_, name: string) => ids[name] ?? '',
    ),
  ) as T

/** Creates people and a group through the directory. */
const givenResources = async () => {
  const ids: Record<string, string> = { n: randomUUID(), nobody: randomUUID() }
  const made = async (path: string, body: object) => (await send('POST', path, filled(body, ids))).body.id
  ids['manager'] = await made('/Users', { userName: 'manager.$n@example.com' })
  ids['other'] = await made('/Users', { userName: 'other.$n@example.com' })
  ids['user'] = await made('/Users', before)
  ids['group'] = await made('/Groups', { displayName: 'Guides $n', members: [{ value: '$user' }] })
  return ids
}

const valueAt = (body: unknown, path: string): unknown => {
  const names = path.startsWith('urn:') ? path.split(/(?<=:User)\./) : path.split('.')
  return names.reduce((value: unknown, name) => (value as Record<string, unknown> | undefined)?.[name], body)
}

/** Returns the resource after a request that returns one, otherwise the response. */
const outcomeOf = async ({ method, path }: Row, { status, body }: Answer<Resource>): Promise<object> => {
  if (method === 'GET' || status >= 400) return body
  const at = method === 'POST' ? `${path}/${body.id}` : path
  return (await send('GET', at)).body
}

const members = (body: { members?: { value: string }[] }) =>
  body.members?.map(({ value }) => value).toSorted()

describe.each<[string, Row[]]>([
  ['Entra ID: tutorial', tutorial],
  ['Entra ID: known issues', knownIssues],
  ['Entra ID: validator', validator],
  ['Entra ID: reference code', postman],
  ['Okta: reference', reference],
  ['Okta: suites', suites],
  ['RFC 7643 and 7644', rfc],
])('%s', (_, rows) => {
  test.each(rows.map((row): [string, Row] => [row.name, row]))('answers %s', async (_, given) => {
    const row = filled(given, await givenResources())

    const answer = await send(row.method, row.path, row.body)
    const outcome = await outcomeOf(row, answer)

    expect(answer.status, answer.text).toBe(row.status)
    const { members: wanted, ...holds } = { members: undefined, ...row.holds }
    expect(outcome).toMatchObject(holds)
    if (wanted) expect(members(outcome)).toEqual(members({ members: wanted }))
    expect((row.lacks ?? []).filter((path) => valueAt(outcome, path) !== undefined)).toEqual([])
  })
})
