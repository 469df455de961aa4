import { randomUUID } from 'node:crypto'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { createScimUser } from '../../src/scim/endpoints/create-scim-user.ts'
import { listScimUsers } from '../../src/scim/endpoints/list-scim-users.ts'
import { updateScimUser } from '../../src/scim/endpoints/update-scim-user.ts'
import { call, raw, type Answer, type BodyOf, type CallOptions } from '../support/call.ts'
import { givenDirectoryToken } from '../support/given-token.ts'
import { signedIn } from '../support/people.ts'

export const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

type PatchOperation = BodyOf<typeof updateScimUser>['Operations'][number]

/** Headers that directories send. */
const headers = { 'Content-Type': 'application/scim+json' }

/** A response to a request that names no `attributes`: it has all of them. */
type Whole<Success> = Success extends object
  ? { [Name in keyof Success]-?: Whole<NonNullable<Success[Name]>> }
  : Success

/** Fields that a problem has in SCIM. */
interface ScimProblem {
  status?: string
  scimType?: string
}

/** Creates a directory that can provision people and groups. */
export const givenDirectory = async () => {
  const admin = await signedIn({ role: 'admin' })
  const as = await givenDirectoryToken(admin)
  const ask = <Body, Query, Success>(
    handler: EndpointHandler<Body, Query, Success>,
    { body, ...options }: CallOptions<Body, Query> = {},
  ) =>
    call(handler, {
      as,
      ...options,
      ...(body !== undefined && { body, headers: { ...headers, ...options.headers } }),
    }) as Promise<Answer<Whole<Success> & ScimProblem>>
  return {
    admin,
    as,
    ask,
    create: (body: object) => ask(createScimUser, { body: raw(body) }),
    find: (filter: string, more: object = {}) => ask(listScimUsers, { query: { filter, ...more } }),
    patch: (id: string, ...Operations: PatchOperation[]) =>
      ask(updateScimUser, {
        params: { id },
        body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations },
      }),
  }
}

/** Returns a person as Entra ID first sends them. */
export const entraUser = (more: object = {}) => {
  const name = randomUUID()
  return {
    schemas: [core, enterprise],
    externalId: name,
    userName: `Ada.${name}@Example.com`,
    active: true,
    displayName: `Ada ${name}`,
    emails: [{ primary: true, type: 'work', value: `ada.${name}@example.com` }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Ada King', familyName: 'King', givenName: 'Ada' },
    title: 'Countess',
    ...more,
  }
}
