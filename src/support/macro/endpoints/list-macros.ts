import { endpoint } from '../../../platform/http/endpoint.ts'
import { listOf, listQuery } from '../../../platform/schema/list-fields.ts'
import { readList } from '../../../platform/table/list/list.ts'
import { macros, MacroSummary } from '../macro.ts'

export const listMacros = endpoint('GET /support/macros', {
  summary: 'List macros by name',
  isFunction: true,
  description: 'Lists the macros of all agents, without their texts.',
  access: 'agent',
  query: listQuery({}),
  response: listOf(MacroSummary),
  handle: ({ query }) => readList(macros.in('all', {}), query),
})
