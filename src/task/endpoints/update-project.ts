import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/fields.ts'
import { changeProject } from '../project-changes.ts'
import { Project, ProjectInput } from '../project.ts'

export const updateProject = endpoint(
  {
    method: 'PUT',
    path: '/task/projects/{id}',
    summary: 'Change a project',
    description:
      '`members` replaces the whole list; people removed from a private project lose access at once.',
    body: updateOf(ProjectInput, Project),
    response: Project,
    problems: {
      403: 'The caller is neither the creator of the project nor an administrator.',
      409: 'The key belongs to another project.',
    },
  },
  ({ actor, params, body, ifMatch }) => {
    const { name, key, description, status, visibility, members, start_date, due_date } = body
    const changes = { name, key, description, status, visibility, members, start_date, due_date }
    return changeProject(actor, params.id, changes, ifMatch)
  },
)
