import { endpoint } from '../../../../src/platform/http/endpoint.ts'
import { updateOwned } from '../../../../src/platform/kind/owned-changes.ts'
import { updateOf } from '../../../../src/platform/schema/update-fields.ts'
import { Template, TemplateInput, templateKind } from '../template/template.ts'

export const updateTemplate = endpoint('PUT /wiki/templates/{id}', {
  summary: 'Update a page template',
  description: 'Only its owner may change it. Absent fields stay unchanged.',
  body: updateOf(TemplateInput, Template),
  response: Template,
  handle: ({ actor, params: { id }, body, ifMatch }) => updateOwned(templateKind, actor, id, body, ifMatch),
})
