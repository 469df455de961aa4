import { endpoint } from '../../platform/http/endpoint.ts'
import { presentAssistant } from '../assistant/access.ts'
import { addAssistant } from '../assistant/changes.ts'
import { Assistant, NewAssistant } from '../assistant/assistant.ts'

export const createAssistant = endpoint('POST /assistants/create', {
  summary: 'Create an assistant',
  isFunction: true,
  description:
    'The caller becomes its owner. Anyone may create public assistants. Its functions must be ones that the ' +
    'caller may call, and its knowledge must be resources that the caller may read. When it answers, the ' +
    'rights of the person asking apply.',
  sharing: ['visibility', 'grants'],
  body: NewAssistant,
  readsModels: true,
  response: Assistant,
  location: '/assistants/{id}',
  handle: async ({ actor, body }) => presentAssistant(actor, await addAssistant(actor, body)),
})
