import { endpoint } from '../../../platform/http/endpoint.ts'
import { addMacro } from '../changes.ts'
import { Macro, MacroInput } from '../macro.ts'

export const createMacro = endpoint('POST /support/macros', {
  summary: 'Create a macro',
  isFunction: true,
  description: 'A macro is a prepared answer that all agents can use, with changes of the ticket.',
  access: 'agent',
  body: MacroInput,
  response: Macro,
  location: '/support/macros/{id}',
  handle: ({ actor, body }) => addMacro(actor, body),
})
