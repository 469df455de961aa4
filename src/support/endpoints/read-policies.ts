import { endpoint } from '../../platform/http/endpoint.ts'
import { loadPolicies, Policies } from '../policies/policies.ts'

export const readPolicies = endpoint('GET /support/policies', {
  summary: 'Get the policies of the support desk',
  description: 'Version 1 holds the default policies until an administrator changes them.',
  access: 'agent',
  response: Policies,
  handle: loadPolicies,
})
