import { endpoint } from '../../../platform/http/endpoint.ts'
import { Macro, macros, macroType } from '../macro.ts'

export const readMacro = endpoint(`GET ${macroType.path}`, {
  summary: 'Get a macro',
  isFunction: true,
  description: 'Every agent may read every macro.',
  access: 'agent',
  response: Macro,
  handle: ({ params }) => macros.get(params),
})
