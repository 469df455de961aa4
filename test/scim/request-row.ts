import { enterprise } from './given.ts'

/**
 * A request as a directory documents it, and its result. Texts may name what `documented-requests.test.ts` has made
 * before: `$user`, `$manager`, `$other` and `$group` are IDs, `$nobody` is the ID of nobody, and `$n` is in the names.
 */
export interface Row {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  status: number
  /** Part of the resource afterwards; of a list or a refusal, part of the answer. */
  holds?: object
  /** Paths that it does not have. */
  lacks?: string[]
}

export const patch = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})

/** The request of a list by a filter. */
export const query = (resources: 'Users' | 'Groups', filter: string, more = '') => ({
  method: 'GET' as const,
  path: `/${resources}?filter=${filter}${more}`,
  status: 200,
})

/** A list that has these resources alone. */
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

/** The part of a person that is in the enterprise extension. */
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
