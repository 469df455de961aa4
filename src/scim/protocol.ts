import { docs, problemDocs } from '#docs'
import type { ProblemPages } from '../platform/http/exchange/problem-content.ts'
import type { ErrorFormat, ProblemSummary } from '../platform/http/error-format.ts'
import { problem, type ProblemStatus } from '../platform/runtime/problem.ts'
import { answeredArray, answeredText, answeredSentence } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'

/** SCIM 2.0: RFC 7643 (schemas) and RFC 7644 (protocol). */
export const scimPath = '/scim/v2'

const messages = 'urn:ietf:params:scim:api:messages:2.0'
const schemas = 'urn:ietf:params:scim:schemas'

export const urn = {
  user: `${schemas}:core:2.0:User`,
  enterprise: `${schemas}:extension:enterprise:2.0:User`,
  group: `${schemas}:core:2.0:Group`,
  list: `${messages}:ListResponse`,
  patch: `${messages}:PatchOp`,
  error: `${messages}:Error`,
  config: `${schemas}:core:2.0:ServiceProviderConfig`,
  resourceType: `${schemas}:core:2.0:ResourceType`,
  schema: `${schemas}:core:2.0:Schema`,
} as const

/** Schema of the list of schemas that a resource follows. */
export const urns = (maxItems: number) =>
  answeredArray(answeredText(100).meta(docs('A URN.')), maxItems).meta(docs('The URNs of its schemas.'))

/** Maximum number of resources on a page. */
export const maxResources = 200

export const invalidFilter = problem('scim.invalid_filter', 400, {
  wording: (why: string) =>
    `The filter is not supported: ${why}. Use "eq", joined by "and", on id, userName, externalId, ` +
    'emails.value, displayName or active of users, and on id, externalId, displayName or members of groups; ' +
    'any attribute can be added to id, userName, externalId or emails.value.',
  docs: problemDocs({ meaning: 'The filter is not supported.', example: ['"sw" is not supported'] }),
})

export const invalidPath = problem('scim.invalid_path', 400, {
  wording: (path: string) => `"path" "${path.slice(0, 200)}" is not supported by PATCH.`,
  docs: problemDocs({
    meaning: 'The `path` of a PATCH operation is unknown or read-only.',
    example: ['name['],
  }),
})

export const invalidValue = problem('scim.invalid_value', 400, {
  wording: (attribute: string, wanted: string) => `"${attribute.slice(0, 200)}" ${wanted}.`,
  docs: problemDocs({
    meaning: 'The value of an attribute is invalid.',
    example: ['active', 'must be true or false'],
  }),
})

export const administratorReserved = problem('scim.administrator_reserved', 403, {
  wording: (attribute: string) =>
    `"${attribute}" of an administrator cannot be changed by SCIM unless the setting SCIM_ROLES is "yes".`,
  docs: problemDocs({
    meaning:
      'A directory that does not provision roles must not change `active` or the address of an administrator.',
    example: ['active'],
  }),
})

export const notUnique = problem('scim.not_unique', 409, {
  wording: (attribute: string) => `Another resource already has this ${attribute}.`,
  docs: problemDocs({
    meaning: 'Another resource already has this `userName` or `externalId`.',
    example: ['userName'],
  }),
})

export const filterTooBroad = problem('scim.too_many', 400, {
  wording:
    'The "filter" matches too many resources; add "id" or "externalId", or for users "userName" or "emails.value".',
  docs: { meaning: 'The filter matches too many resources.' },
})

/** Values of `scimType` (RFC 7644 section 3.12) by problem code. */
const types: Record<string, string> = {
  'scim.invalid_filter': 'invalidFilter',
  'scim.invalid_path': 'invalidPath',
  'scim.invalid_value': 'invalidValue',
  'scim.not_unique': 'uniqueness',
  'scim.too_many': 'tooMany',
  'users.email_taken': 'uniqueness',
  'groups.name_taken': 'uniqueness',
  'request.malformed': 'invalidSyntax',
  'request.invalid': 'invalidValue',
}

const mediaType = 'application/scim+json'

const scimStatus = (status: ProblemStatus): ProblemStatus => (status === 422 ? 400 : status)

const scimErrorBody = ({ status, code, message }: ProblemSummary) => ({
  schemas: [urn.error],
  status: String(scimStatus(status)),
  ...(types[code] && { scimType: types[code] }),
  detail: message,
})

export const scim: ErrorFormat = {
  mediaType,
  statusOf: scimStatus,
  bodyOf: scimErrorBody,
  problem: z.described(docs('An error of a SCIM request (RFC 7644 section 3.12).', { id: 'ScimError' }), {
    schemas: urns(1),
    status: answeredText(3).meta(docs('The HTTP status.')),
    scimType: answeredText(100).optional().meta(docs('The SCIM error type.')),
    detail: answeredSentence.meta(docs('One sentence that says what is wrong.')),
  }),
}

/** Renders problems in the form of SCIM. */
export const scimProblems: ProblemPages = (refusal) => ({
  status: scimStatus(refusal.status),
  headers: { 'Content-Type': mediaType },
  body: JSON.stringify(scimErrorBody(refusal)),
})
