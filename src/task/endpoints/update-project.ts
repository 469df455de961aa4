import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { changeProject } from '../project-changes.ts'
import { Project, ProjectInput } from '../project.ts'

export const updateProject = endpoint(
  {
    method: 'PUT',
    path: '/task/projects/{id}',
    entity: 'task.project',
    summary: 'Change a project',
    isFunction: true,
    description:
      '`members` replaces the whole list; people removed from a private project lose access at once.',
    sharing: ['visibility', 'members'],
    body: updateOf(ProjectInput, Project),
    response: Project,
    problems: {
      403: {
        'task.permission_missing': 'The caller is neither the creator of the project nor an administrator.',
      },
      409: { 'task.project_key_taken': 'The key belongs to another project.' },
    },
  },
  ({ actor, params, body, ifMatch }) => {
    const { name, key, description, status, visibility, members, start_date, due_date } = body
    const changes = { name, key, description, status, visibility, members, start_date, due_date }
    return changeProject(actor, params.id, changes, ifMatch)
  },
)
