import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'
import { answeredId, line, Person, versioned, answeredCount } from '../../platform/schema/fields.ts'
import { memberLists } from '../../platform/identity/members.ts'
import { nameOrder } from '../../platform/identity/user.ts'

export const spaceType = { type: 'wiki_space', path: '/wiki/spaces/{id}' } as const

export const Permission = z
  .enum(['read', 'write', 'admin'])
  .meta(
    docs(
      'Permission in a space: `read`; `write` also allows writing pages; `admin` also allows changing the space.',
    ),
  )
export type Permission = z.output<typeof Permission>

const members = memberLists({
  right: { permission: Permission },
  max: 1_000,
  what: docs(
    'Members and their permissions, at most 1,000. In an internal space, they only add to `internal_permission`.',
  ),
})

const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be words of a-z and 0-9, separated by single hyphens')
  .max(100)
  .meta(docs('Unique short name for URLs.', { examples: ['team-handbook'] }))

/** Editable fields of a space, except its members. */
const fields = {
  name: line(100).meta(docs('Name.', { examples: ['Team handbook'] })),
  slug,
  description: z.orNull(z.string().max(2_000)).meta(docs('Purpose of the space.')),
  visibility: z
    .enum(['internal', 'private'])
    .default('internal')
    .meta(docs('Visibility. Everyone may read an internal space; only members may read a private space.')),
  internal_permission: z
    .enum(['read', 'write'])
    .default('write')
    .meta(docs('Permission of everyone in an internal space; `members` may have more.')),
}

export const Space = z.described(docs('A wiki space.', { id: 'WikiSpace' }), {
  id: answeredId.meta(docs('ID of the space.')),
  ...fields,
  members: members.shown.default([]),
  permission: z.unversioned(
    Permission.nullable().meta(docs('The caller’s permission; null if the caller has just lost access.')),
  ),
  page_count: z.unversioned(answeredCount.default(0).meta(docs('Number of pages.', { examples: [12] }))),
  owner: Person.meta(docs('The person who created the space; always an admin of the space.')),
  ...versioned,
})

export const SpaceSummary = Space.omit({ description: true }).meta(
  docs('A wiki space in lists.', { id: 'WikiSpaceSummary' }),
)

export const NewSpace = z.strictObject({
  ...fields,
  slug: slug.optional().meta(docs('Short name for URLs, unique; by default, derived from the name.')),
  members: members.input.default([]),
})

/** Fields of a change; accepts members in the format of a GET response as well. */
export const SpaceInput = z.strictObject({ ...fields, members: members.update })

/** Spaces. Permissions are decided from this item alone; `permission` depends on the caller and is not stored. */
export const spaces = entity({
  name: 'wiki.space',
  schema: Space.omit({ permission: true }),
  key: ({ id }: { id: string }) => ({ pk: `space#${id}`, sk: 'space' }),
  lists: {
    byName: {
      index: 'gsi1',
      partition: ({ visibility }: { visibility: 'internal' | 'private' }) => `spaces#${visibility}`,
      shared: true,
      sort: nameOrder,
    },
  },
  counters: ['page_count'],
})

export const spaceSearchScope = 'wiki.space'
