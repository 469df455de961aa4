import { docs } from '#docs'
import { routeOf } from '../../platform/http/spec.ts'
import { environment } from '../../platform/runtime/environment.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { answeredArray, answeredText, answeredCount } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { maxResources, scimPath, urn, urns } from '../protocol.ts'
import { ScimMeta } from '../user/scim-user.ts'
import { listed } from '../scim-list.ts'
import { schemas } from './schemas.ts'

const text = (what: string) => answeredText(1_000).meta(docs(what))
const flag = (what: string) => z.boolean().meta(docs(what))

/** Returns the address of a resource that describes the service. */
const at = (path: string) => `${environment.publicUrl}${routeOf({ path: `${scimPath}/${path}` })}`

const metaOf = (resourceType: string, path: string) => ({ resourceType, location: at(path) })

const supported = (what: string) => z.object({ supported: flag('Whether it is supported.') }).meta(docs(what))

export const ServiceConfig = z.described(
  docs('What the service supports (RFC 7643 section 5).', { id: 'ScimServiceConfig' }),
  {
    schemas: urns(1),
    documentationUri: text('Where this is documented.'),
    patch: supported('PATCH.'),
    bulk: z.described(docs('Several operations in one request.'), {
      supported: flag('Whether it is supported.'),
      maxOperations: answeredCount.meta(docs('How many operations at once.')),
      maxPayloadSize: answeredCount.meta(docs('How many bytes at once.')),
    }),
    filter: z.described(docs('Filters: `eq`, joined by `and`.'), {
      supported: flag('Whether it is supported.'),
      maxResults: answeredCount.meta(docs('How many resources a page has at most.')),
    }),
    changePassword: supported('Passwords: there are none.'),
    sort: supported('Sorting: lists are by name.'),
    etag: supported('Versions: members change without one, all else takes `If-Match`.'),
    authenticationSchemes: answeredArray(
      z.described(docs('How a directory says who it is.', { id: 'ScimAuthenticationScheme' }), {
        type: text('Kind of token.'),
        name: text('Name.'),
        description: text('How it is sent.'),
        primary: flag('Whether it is the usual one.'),
      }),
      1,
    ).meta(docs('How a directory says who it is.')),
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
      description: 'With the scope "scim", as Authorization: Bearer <token>',
      primary: true,
    },
  ],
  meta: metaOf('ServiceProviderConfig', 'ServiceProviderConfig'),
})

export const ScimResourceType = z.described(
  docs('A kind of resources (RFC 7643 section 6).', { id: 'ScimResourceType' }),
  {
    schemas: urns(1),
    id: text('Id.'),
    name: text('Name.'),
    endpoint: text('Where its resources are.'),
    description: text('What it is for.'),
    schema: text('Id of its schema.'),
    schemaExtensions: answeredArray(
      z.described(docs('What may be known beside that.', { id: 'ScimSchemaExtension' }), {
        schema: text('Id of the schema.'),
        required: flag('Whether each has it.'),
      }),
      1,
    ).meta(docs('What may be known beside that.')),
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
  meta: metaOf('ResourceType', `ResourceTypes/${id}`),
})

export const resourceTypes = (): z.input<typeof ScimResourceType>[] => [
  resourceType('User', urn.user, 'People', [urn.enterprise]),
  resourceType('Group', urn.group, 'Groups of people', []),
]

const attributeFields = {
  name: text('Name.'),
  type: text('Type.'),
  multiValued: flag('Whether there may be several.'),
  description: text('What it is.'),
  required: flag('Whether it has to be sent.'),
  caseExact: flag('Whether case matters.'),
  mutability: text('Whether it can be changed.'),
  returned: text('Whether it is answered unless it is asked for.'),
  uniqueness: text('Whether it is unique.'),
}

const SubAttribute = z.object(attributeFields).meta(docs('A part of it.', { id: 'ScimSubAttribute' }))

export const ScimSchema = z.described(
  docs('What is kept of a kind of resources (RFC 7643 section 7).', { id: 'ScimSchema' }),
  {
    schemas: urns(1),
    id: text('URN.'),
    name: text('Name.'),
    description: text('What it describes.'),
    attributes: answeredArray(
      z.described(docs('An attribute.', { id: 'ScimAttribute' }), {
        ...attributeFields,
        subAttributes: answeredArray(SubAttribute, 3).optional().meta(docs('Its parts.')),
      }),
      8,
    ).meta(docs('What is kept of such a resource.')),
    meta: ScimMeta,
  },
)

export const describedSchemas = (): z.input<typeof ScimSchema>[] =>
  schemas().map((schema) => ({
    schemas: [urn.schema],
    ...schema,
    meta: metaOf('Schema', `Schemas/${schema.id}`),
  }))

export const descriptionAbsent = problem('scim.description_not_found', 404, 'There is nothing of this id.')

/** Returns the resource with an ID, regardless of case; throws 404. */
export const describedById = <T extends { id: string }>(all: T[], id: string): T => {
  const found = all.find((one) => one.id.toLowerCase() === id.toLowerCase())
  if (!found) throw descriptionAbsent()
  return found
}

/** Returns all resources as one list; there are few. */
export const listedAll = <R>(resources: R[]) => listed({ startIndex: 1 }, resources, resources.length)
