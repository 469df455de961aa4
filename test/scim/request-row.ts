import { enterprise } from './given.ts'

/**
 * A request as a directory documents it, and its result. Texts may refer to resources that
 * `documented-requests.test.ts` has created: `$user`, `$manager`, `$other` and `$group` are IDs, `$nobody` is an
 * unknown ID, and `$n` is part of the names.
 */
export interface Row {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  status: number
  /** Expected part of the resource afterwards; for a list or an error, of the response. */
  holds?: object
  /** Paths that must be absent. */
  lacks?: string[]
}

export const patch = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})

/** Returns the request of a list with a filter. */
export const query = (resources: 'Users' | 'Groups', filter: string, more = '') => ({
  method: 'GET' as const,
  path: `/${resources}?filter=${filter}${more}`,
  status: 200,
})

/** Returns a list that contains only these resources. */
export const listOf = (...ids: string[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: ids.length,
  Resources: ids.map((id) => ({ id })),
})

export const refusal = (status: string, scimType?: string) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status,
  ...(scimType && { scimType }),
})

/** Returns the enterprise extension of a person. */
export const atWork = (attributes: object) => ({ [enterprise]: attributes })

/** Attributes of `$user` before the request. */
export const before = {
  userName: 'Ada.$n@Example.com',
  externalId: '$n',
  displayName: 'Ada $n',
  name: { formatted: 'Ada King', givenName: 'Ada', familyName: 'King' },
  title: 'Countess',
  active: true,
  emails: [{ value: 'ada.$n@example.com', type: 'work', primary: true }],
  ...atWork({ department: 'Engines', manager: { value: '$manager' } }),
}
