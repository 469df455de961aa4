import { endpoint } from '../../../../src/platform/http/endpoint.ts'
import { searchOwned } from '../../../../src/platform/kind/owned-changes.ts'
import { listQuery, searchableListOf, words } from '../../../../src/platform/schema/list-fields.ts'
import { readList } from '../../../../src/platform/table/list/list.ts'
import { templateKind, templates, TemplateSummary } from '../template/template.ts'

export const listTemplates = endpoint('GET /wiki/templates', {
  summary: 'List the page templates of the caller, by name',
  description: 'Other people’s templates are not listed. With `q`, the best matches come first.',
  query: listQuery({ q: words.optional() }),
  response: searchableListOf(TemplateSummary),
  handle: ({ actor, query: { q, ...page } }) =>
    q === undefined
      ? readList(templates.in('own', { owner: actor }), page)
      : searchOwned(templateKind, actor, q, page),
})
