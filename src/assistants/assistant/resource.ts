import { linkTo, type Resource } from '../../platform/resource.ts'
import { indexedThings } from '../../platform/search/definition.ts'
import type { Rights } from '../../platform/rights.ts'
import { assistantPolicy, decideOffer } from './access.ts'
import { assistants, assistantSearchScope, assistantType, type StoredAssistant } from './assistant.ts'
import { sharedWith } from './share.ts'

const toAssistantView = ({ id, name, description, updated_at, owner }: StoredAssistant) => ({
  ...linkTo(assistantType, { id, title: name }),
  text: description ?? '',
  updated_at,
  author_id: owner.id,
})

const assistantRights = (assistant: StoredAssistant): Rights => ({
  decidedBy: linkTo(assistantType, { id: assistant.id, title: assistant.name }),
  decide: (person) => assistantPolicy.decide(assistant, person),
  mayChange: (person) => assistantPolicy.allows(assistant, person, 'manage'),
  owner: assistant.owner,
  named: assistant.grants,
  isOpen: assistant.visibility === 'public',
})

/**
 * Assistants as a resource, found by the people to whom they are offered; administrators may use others but not find
 * them.
 */
export const assistantResource: Resource = {
  type: assistantType.type,
  trash: true,
  undo: true,
  erasure: true,
  rights: async (id) => {
    const assistant = await assistants.find({ id })
    return assistant && assistantRights(assistant)
  },
  search: indexedThings(assistantType.type, assistants, {
    scope: assistantSearchScope,
    readers: (assistant) =>
      assistant.visibility === 'public' ? undefined : [assistant.owner.id, ...sharedWith(assistant)],
    indexed: { title: 'name', refers_to: 'knowledge', text: 'description' },
    decide: decideOffer,
  }),
  load: async (reader, wanted) =>
    (await assistants.findMany(wanted)).map((assistant) =>
      assistant && decideOffer(assistant, reader) ? toAssistantView(assistant) : undefined,
    ),
}
