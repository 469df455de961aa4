import { endpoint } from '../../../platform/http/endpoint.ts'
import { removeMacro } from '../changes.ts'

export const deleteMacro = endpoint('DELETE /support/macros/{id}', {
  summary: 'Delete a macro',
  isFunction: true,
  description: 'Undoing the deletion, which agents find in the activity of the macro, restores the macro.',
  access: 'agent',
  takesIfMatch: true,
  handle: ({ params, ifMatch }) => removeMacro(params.id, ifMatch),
})
