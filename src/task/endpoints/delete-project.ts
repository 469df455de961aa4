import { endpoint } from '../../platform/http/endpoint.ts'
import { removeProject } from '../project/changes.ts'

export const deleteProject = endpoint('DELETE /task/projects/{id}', {
  summary: 'Delete a project',
  effect: 'destructive',
  isFunction: true,
  description:
    'Also deletes all tasks of the project and their comments. The project can be restored from the trash ' +
    'for 30 days; its key stays reserved.',
  access: 'admin',
  takesIfMatch: true,
  handle: ({ actor, params, ifMatch }) => removeProject(actor, params.id, ifMatch),
})
