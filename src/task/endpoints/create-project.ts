import { endpoint } from '../../platform/http/endpoint.ts'
import { addProject } from '../project-changes.ts'
import { NewProject, Project } from '../project.ts'

export const createProject = endpoint(
  {
    method: 'POST',
    path: '/task/projects',
    summary: 'Create a project',
    isFunction: true,
    description: 'The caller becomes its owner and a member.',
    sharing: ['visibility', 'members'],
    body: NewProject,
    status: 201,
    response: Project,
    location: '/task/projects/{id}',
    problems: { 409: { 'task.project_key_taken': 'The key belongs to another project.' } },
  },
  ({ actor, body }) => addProject(actor, body),
)
