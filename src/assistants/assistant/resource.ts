import { linkTo, type Resource } from '../../platform/resource.ts'
import { documentTrigger, readableThings, scopeFor, scopesOf } from '../../platform/search/definition.ts'
import type { Rights } from '../../platform/rights.ts'
import { assistantPolicy, decideOffer } from './access.ts'
import { assistants, assistantSearchScope, assistantType, type StoredAssistant } from './assistant.ts'
import { sharedWith } from './share.ts'

const assistantScope = (assistant: StoredAssistant) =>
  assistant.visibility === 'public'
    ? assistantSearchScope
    : scopeFor(assistantSearchScope, [assistant.owner.id, ...sharedWith(assistant)])

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
  search: {
    scopesOf: (reader) => scopesOf(assistantSearchScope, reader),
    containerType: assistantType.type,
    triggers: [
      documentTrigger(assistants, (assistant) => [
        assistant.name,
        assistant.description,
        assistant.knowledge,
        assistantScope(assistant),
      ]),
    ],
    document: async (id) => {
      const assistant = await assistants.find({ id })
      if (!assistant) return undefined
      const { name: title, description, knowledge: refers_to } = assistant
      return { scopes: [assistantScope(assistant)], container: id, title, refers_to, text: description ?? '' }
    },
    readable: readableThings(assistants, decideOffer),
  },
  load: async (reader, wanted) =>
    (await assistants.findMany(wanted)).map((assistant) =>
      assistant && decideOffer(assistant, reader) ? toAssistantView(assistant) : undefined,
    ),
}
