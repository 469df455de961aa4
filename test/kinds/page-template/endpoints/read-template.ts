import { endpoint } from '../../../../src/platform/http/endpoint.ts'
import { findOwned } from '../../../../src/platform/kind/owned-changes.ts'
import { Template, templateKind } from '../template/template.ts'

export const readTemplate = endpoint('GET /wiki/templates/{id}', {
  summary: 'Get a page template',
  description: 'Only its owner may read it; to everyone else, it does not exist.',
  response: Template,
  handle: ({ actor, params: { id } }) => findOwned(templateKind, actor, id),
})
