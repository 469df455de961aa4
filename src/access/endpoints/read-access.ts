import { docs, problemDocs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { audited } from '../../platform/identity/policy.ts'
import { findPrincipal } from '../../platform/identity/principals.ts'
import { forPeople, linkTo, ResourceLink } from '../../platform/resource.ts'
import { rightsTo } from '../../platform/resource-registry.ts'
import { invalid, problem } from '../../platform/runtime/problem.ts'
import { id } from '../../platform/schema/fields.ts'
import { groupType } from '../../groups/group/group.ts'
import { accessTypes } from '#generated/resource-types.ts'
import { AccessRule } from '../access.ts'

const absent = problem('access.thing_not_found', 404, {
  wording: 'The resource does not exist.',
  docs: problemDocs({ meaning: 'The resource does not exist, or the caller may not see it.' }),
})

const rightsRequired = problem('access.rights_required', 403, {
  wording: 'Only people who may change access to the resource may ask about other people.',
  docs: problemDocs({ meaning: 'The caller may read the resource, but not change access to it.' }),
})

export const readAccess = endpoint('GET /access', {
  summary: 'Explain a person’s access to a resource',
  success: 'The permission of the person, and the rule that grants it.',
  description:
    'Uses the same decision as a GET of the resource by that person now. For people who may change access ' +
    'to the resource; everyone may ask about themselves.',
  query: z.strictObject({
    type: z.enum(accessTypes).meta(docs('Type of the resource.', { examples: ['wiki_page'] })),
    id: id.meta(docs('ID of the resource.')),
    user_id: id.meta(docs('ID of the person.')),
  }),
  response: z.described(
    { id: 'Access' },
    {
      permission: z
        .string()
        .max(20)
        .nullable()
        .meta(docs('Permission of the person, in the terms of the resource type; null for none.')),
      rule: AccessRule,
      via: ResourceLink.nullable().meta(docs('The group to which access is granted; null if there is none.')),
      decided_by: ResourceLink.meta(
        docs(
          'The resource whose rules decide: the space of a page, the project of a task, otherwise the resource itself.',
        ),
      ),
    },
  ),
  problems: [absent, rightsRequired],
  handle: async ({ actor, query: { type, id, user_id } }) => {
    const [rights, person] = await Promise.all([rightsTo({ type, id }), findPrincipal(user_id)])
    if (!rights || !audited(actor, { type, id }, await rights.decide(actor))) throw absent()
    if (user_id !== actor.id && !rights.mayChange(actor)) throw rightsRequired()
    if (!person) throw invalid('user_id', 'must be the ID of a user')
    const decision = person.is_active ? await rights.decide(person) : undefined
    const { permission = null, by: rule = 'none' as const, group } = decision ?? {}
    const via = group ? forPeople(linkTo(groupType, { id: group.id, title: group.name })) : null
    return { permission, rule, via, decided_by: forPeople(rights.decidedBy) }
  },
})
