import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { isAmong, listOf, listQuery, queryValues } from '../../platform/schema/list-fields.ts'
import { toListPage } from '../../platform/table/list/loaded-list.ts'
import { FunctionEffect } from '../effect.ts'
import { functions, PlatformFunction } from '../function.ts'

export const listFunctions = endpoint('GET /functions', {
  summary: 'List the functions that assistants may call for the caller',
  description: 'The operations of this API that the caller’s role may call.',
  query: listQuery({
    effect: queryValues(FunctionEffect).optional().meta(docs('Only functions with one of these effects.')),
  }),
  response: listOf(PlatformFunction),
  handle: async ({ actor, query: { effect, ...page } }) => {
    const offered = functions.filter(
      ({ roles, ...offer }) => roles.includes(actor.role) && isAmong(effect, offer.effect),
    )
    return toListPage(offered, ({ name }) => name, page)
  },
})
