import { endpoint } from '../../../../src/platform/http/endpoint.ts'
import { createOwned } from '../../../../src/platform/kind/owned-changes.ts'
import { Template, TemplateInput, templateKind } from '../template/template.ts'

export const createTemplate = endpoint('POST /wiki/templates', {
  summary: 'Create a page template',
  description: 'The caller becomes its owner, and only the owner may read it.',
  body: TemplateInput,
  response: Template,
  location: '/wiki/templates/{id}',
  handle: ({ actor, body }) => createOwned(templateKind, actor, body),
})
