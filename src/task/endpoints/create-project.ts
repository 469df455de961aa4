import { endpoint } from '../../platform/http/endpoint.ts'
import { addProject } from '../project/changes.ts'
import { NewProject, Project } from '../project/project.ts'
import { keyTaken } from '../project/key.ts'

export const createProject = endpoint('POST /task/projects', {
  summary: 'Create a project',
  isFunction: true,
  description: 'The caller becomes the owner of the project and a member.',
  sharing: ['visibility', 'members'],
  body: NewProject,
  response: Project,
  location: '/task/projects/{id}',
  problems: [keyTaken],
  handle: ({ actor, body }) => addProject(actor, body),
})
