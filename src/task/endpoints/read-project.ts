import { endpoint } from '../../platform/http/endpoint.ts'
import { requireProject } from '../project/access.ts'
import { presentProject, Project, projects } from '../project/project.ts'

export const readProject = endpoint('GET /task/projects/{id}', {
  summary: 'Get a project',
  isFunction: true,
  description: 'Includes the members of the project. Its tasks are listed separately.',
  response: Project,
  handle: async ({ actor, params }) => presentProject(requireProject(actor, await projects.find(params))),
})
