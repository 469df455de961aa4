import { endpoint } from '../../platform/http/endpoint.ts'
import { loadPolicies, Policies } from '../policies/policies.ts'

export const readPolicies = endpoint('GET /support/policies', {
  summary: 'Show the policies of the support desk',
  description: 'Version 1 is what there is before anybody has changed them.',
  access: 'agent',
  response: Policies,
  handle: loadPolicies,
})
