import { endpoint } from '../../../platform/http/endpoint.ts'
import { updateOf } from '../../../platform/schema/update-fields.ts'
import { changeMacro } from '../changes.ts'
import { Macro, MacroInput } from '../macro.ts'

export const updateMacro = endpoint('PUT /support/macros/{id}', {
  summary: 'Update a macro',
  isFunction: true,
  description: 'Every agent may change every macro. `changes` is replaced as a whole.',
  access: 'agent',
  body: updateOf(MacroInput, Macro),
  response: Macro,
  handle: ({ params, body, ifMatch }) => changeMacro(params.id, body, ifMatch),
})
