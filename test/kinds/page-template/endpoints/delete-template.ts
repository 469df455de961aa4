import { endpoint } from '../../../../src/platform/http/endpoint.ts'
import { removeOwned } from '../../../../src/platform/kind/owned-changes.ts'
import { templateKind } from '../template/template.ts'

export const deleteTemplate = endpoint('DELETE /wiki/templates/{id}', {
  summary: 'Delete a page template',
  description: 'It can be restored from the trash for 30 days.',
  takesIfMatch: true,
  handle: ({ actor, params: { id }, ifMatch }) => removeOwned(templateKind, actor, id, ifMatch),
})
