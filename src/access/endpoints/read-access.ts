import { docs, told } from '#docs'
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
  docs: told({ meaning: 'The thing does not exist, or the caller may not see it.' }),
})

const rightsRequired = problem('access.rights_required', 403, {
  wording: 'Only those who may change who sees this may ask about others.',
  docs: told({ meaning: 'The caller may see the thing, but not change who sees it.' }),
})

export const readAccess = endpoint('GET /access', {
  summary: 'Explain why somebody may see something',
  success: 'What the person may do with it, and which rule decides.',
  description:
    'Exactly as a GET of the thing by that person would be decided now. For those who may change who sees it; ' +
    'everybody may ask about themselves.',
  query: z.strictObject({
    type: z.enum(accessTypes).meta(docs('Type of the thing.', { examples: ['wiki_page'] })),
    id: id.meta(docs('Id of the thing.')),
    user_id: id.meta(docs('Id of the person.')),
  }),
  response: z.described(
    { id: 'Access' },
    {
      permission: z
        .string()
        .max(20)
        .nullable()
        .meta(docs('What they may do with it, in the words of its kind; null for nothing.')),
      rule: AccessRule,
      via: ResourceLink.nullable().meta(docs('The group that it is granted to; null without one.')),
      decided_by: ResourceLink.meta(
        docs(
          'The thing whose rules decide: of a page its space, of a task its project, else the thing itself.',
        ),
      ),
    },
  ),
  problems: [absent, rightsRequired],
  handle: async ({ actor, query: { type, id, user_id } }) => {
    const [rights, person] = await Promise.all([rightsTo({ type, id }), findPrincipal(user_id)])
    if (!rights || !audited(actor, { type, id }, await rights.decide(actor))) throw absent()
    if (user_id !== actor.id && !rights.mayChange(actor)) throw rightsRequired()
    if (!person) throw invalid('user_id', 'must be the id of a user')
    const decision = person.is_active ? await rights.decide(person) : undefined
    const { permission = null, by: rule = 'none' as const, group } = decision ?? {}
    const via = group ? forPeople(linkTo(groupType, { id: group.id, title: group.name })) : null
    return { permission, rule, via, decided_by: forPeople(rights.decidedBy) }
  },
})
