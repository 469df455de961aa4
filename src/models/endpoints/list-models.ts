import { endpoint } from '../../platform/http/endpoint.ts'
import { listOf, listQuery } from '../../platform/schema/list-fields.ts'
import { toListPage } from '../../platform/table/list/loaded-list.ts'
import { availableModels } from '../configured-models.ts'
import { Model } from '../model.ts'

export const listModels = endpoint('GET /models', {
  summary: 'List the language models for assistants',
  isFunction: true,
  description:
    'The default comes first. Models are listed even if their provider cannot be reached; a model that is ' +
    'limited to groups is listed only for their members and for administrators.',
  query: listQuery({}),
  readsModels: true,
  response: listOf(Model),
  handle: async ({ actor, query }) => {
    const models = await availableModels(actor)
    const places = new Map(models.map((model, place) => [model, String(place).padStart(3, '0')]))
    return toListPage(models, (model) => places.get(model) as string, query)
  },
})
