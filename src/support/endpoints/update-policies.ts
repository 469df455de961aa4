import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { changedProblem } from '../../platform/table/changes.ts'
import { changePolicies } from '../policies/changes.ts'
import { policies, Policies, PoliciesInput } from '../policies/policies.ts'

export const updatePolicies = endpoint('PUT /support/policies', {
  summary: 'Update the policies of the support desk',
  effect: 'admin',
  description:
    'A category sets the group of its tickets. Agents in the group are notified of unassigned tickets; if the ' +
    'group has no agents, all agents and administrators are notified. `priorities`, `business_hours`, ' +
    '`holidays` and `timezone` decide when tickets are due; tickets that already exist follow the version of ' +
    'their creation. The assignee of a ticket, else the agents in its group, else all agents are warned after ' +
    'three quarters of the business time (`ticket_due_soon`) and notified at the due time (`ticket_overdue`), ' +
    'each once per due time. A new urgent ticket outside business hours is mailed at once to the agents in its ' +
    'group who get mail of new tickets, despite quiet hours and digests.',
  access: 'admin',
  body: updateOf(PoliciesInput, Policies),
  response: Policies,
  problems: [changedProblem(policies.name)],
  handle: ({ body, ifMatch }) => changePolicies(body, ifMatch),
})
