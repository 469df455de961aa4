import { endpoint } from '../../platform/http/endpoint.ts'
import { requireProject } from '../access.ts'
import { Project, projects } from '../project.ts'

export const readProject = endpoint(
  {
    method: 'GET',
    path: '/task/projects/{id}',
    summary: 'Read a project',
    response: Project,
  },
  async ({ actor, params }) => requireProject(actor, await projects.find(params), 'read'),
)
