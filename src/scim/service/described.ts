import { docs } from '#docs'
import { fullPath } from '../../platform/http/spec-rules.ts'
import { environment } from '../../platform/runtime/environment.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { answeredArray, answeredText, answeredCount } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { maxResources, scimPath, urn, urns } from '../protocol.ts'
import { ScimMeta } from '../user/scim-user.ts'
import { toListResponse } from '../scim-list.ts'
import { schemas } from './schemas.ts'

const describedText = (what: string) => answeredText(1_000).meta(docs(what))
const flag = (what: string) => z.boolean().meta(docs(what))

/** Returns the address of a resource that describes the service. */
const at = (path: string) => `${environment.publicUrl}${fullPath({ path: `${scimPath}/${path}` })}`

const serviceMeta = (resourceType: string, path: string) => ({ resourceType, location: at(path) })

const supported = (what: string) => z.object({ supported: flag('True if it is supported.') }).meta(docs(what))

export const ServiceConfig = z.described(
  docs('The supported features of SCIM (RFC 7643 section 5).', { id: 'ScimServiceConfig' }),
  {
    schemas: urns(1),
    documentationUri: describedText('URL of the documentation.'),
    patch: supported('PATCH.'),
    bulk: z.described(docs('Bulk operations.'), {
      supported: flag('True if they are supported.'),
      maxOperations: answeredCount.meta(docs('Maximum number of operations per request.')),
      maxPayloadSize: answeredCount.meta(docs('Maximum size of a request in bytes.')),
    }),
    filter: z.described(docs('Filters with `eq`, joined by `and`.'), {
      supported: flag('True if they are supported.'),
      maxResults: answeredCount.meta(docs('Maximum number of results per page.')),
    }),
    changePassword: supported('Password changes; not supported.'),
    sort: supported('Sorting; not supported, lists are sorted by name.'),
    etag: supported('Versions; not supported for members, other changes accept `If-Match`.'),
    authenticationSchemes: answeredArray(
      z.described(docs('An authentication scheme for directories.', { id: 'ScimAuthenticationScheme' }), {
        type: describedText('Type of the scheme.'),
        name: describedText('Name.'),
        description: describedText('Instructions for sending the token.'),
        primary: flag('True if it is the preferred scheme.'),
      }),
      1,
    ).meta(docs('Authentication schemes for directories.')),
    meta: ScimMeta,
  },
)

export const serviceConfig = (): z.input<typeof ServiceConfig> => ({
  schemas: [urn.config],
  documentationUri: `${environment.publicUrl}/docs`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maxResources },
  changePassword: { supported: false },
  sort: { supported: false },
  // members change without a new version of their group
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Access token of a service account',
      description: 'With the scope "scim", sent as Authorization: Bearer <token>',
      primary: true,
    },
  ],
  meta: serviceMeta('ServiceProviderConfig', 'ServiceProviderConfig'),
})

export const ScimResourceType = z.described(
  docs('A SCIM resource type (RFC 7643 section 6).', { id: 'ScimResourceType' }),
  {
    schemas: urns(1),
    id: describedText('ID.'),
    name: describedText('Name.'),
    endpoint: describedText('Path of its endpoint.'),
    description: describedText('Its description.'),
    schema: describedText('ID of its schema.'),
    schemaExtensions: answeredArray(
      z.described(docs('The schema extensions.', { id: 'ScimSchemaExtension' }), {
        schema: describedText('ID of the schema extension.'),
        required: flag('True if every resource has it.'),
      }),
      1,
    ).meta(docs('The schema extensions.')),
    meta: ScimMeta,
  },
)

const resourceType = (id: 'User' | 'Group', schema: string, description: string, extensions: string[]) => ({
  schemas: [urn.resourceType],
  id,
  name: id,
  endpoint: `/${id}s`,
  description,
  schema,
  schemaExtensions: extensions.map((extension) => ({ schema: extension, required: false })),
  meta: serviceMeta('ResourceType', `ResourceTypes/${id}`),
})

export const resourceTypes = (): z.input<typeof ScimResourceType>[] => [
  resourceType('User', urn.user, 'People', [urn.enterprise]),
  resourceType('Group', urn.group, 'Groups of people', []),
]

const attributeFields = {
  name: describedText('Name.'),
  type: describedText('Type.'),
  multiValued: flag('True if it can have several values.'),
  description: describedText('Its description.'),
  required: flag('True if it is required.'),
  caseExact: flag('True if case matters.'),
  mutability: describedText('If and when it can be changed.'),
  returned: describedText('When it is returned.'),
  uniqueness: describedText('If and where it is unique.'),
}

const SubAttribute = z.object(attributeFields).meta(docs('A sub-attribute.', { id: 'ScimSubAttribute' }))

export const ScimSchema = z.described(docs('A SCIM schema (RFC 7643 section 7).', { id: 'ScimSchema' }), {
  schemas: urns(1),
  id: describedText('URN.'),
  name: describedText('Name.'),
  description: describedText('Its description.'),
  attributes: answeredArray(
    z.described(docs('An attribute.', { id: 'ScimAttribute' }), {
      ...attributeFields,
      subAttributes: answeredArray(SubAttribute, 3).optional().meta(docs('Its parts.')),
    }),
    8,
  ).meta(docs('The attributes of the schema.')),
  meta: ScimMeta,
})

export const describedSchemas = (): z.input<typeof ScimSchema>[] =>
  schemas().map((schema) => ({
    schemas: [urn.schema],
    ...schema,
    meta: serviceMeta('Schema', `Schemas/${schema.id}`),
  }))

export const descriptionAbsent = problem(
  'scim.description_not_found',
  404,
  'No schema or resource type has this ID.',
)

/** Returns the resource with an ID, regardless of case; throws 404. */
export const describedById = <T extends { id: string }>(all: T[], id: string): T => {
  const found = all.find((one) => one.id.toLowerCase() === id.toLowerCase())
  if (!found) throw descriptionAbsent()
  return found
}

/** Returns all resources as one list; there are few. */
export const listedAll = <R>(resources: R[]) => toListResponse({ startIndex: 1 }, resources, resources.length)
