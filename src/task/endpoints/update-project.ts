import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { changeProject } from '../project/changes.ts'
import { Project, ProjectInput } from '../project/project.ts'
import { permissionMissing } from '../project/access.ts'
import { keyTaken } from '../project/key.ts'

export const updateProject = endpoint('PUT /task/projects/{id}', {
  summary: 'Update a project',
  isFunction: true,
  description:
    '`members` replaces the whole list. People removed from a private project lose access immediately.',
  sharing: ['visibility', 'members'],
  body: updateOf(ProjectInput, Project),
  response: Project,
  problems: [
    permissionMissing.as({
      when: 'The caller is neither the creator of the project nor an administrator.',
      example: ['manage'],
    }),
    keyTaken,
  ],
  handle: ({ actor, params, body, ifMatch }) => changeProject(actor, params.id, body, ifMatch),
})
