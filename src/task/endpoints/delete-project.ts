import { endpoint } from '../../platform/http/endpoint.ts'
import { removeProject } from '../project-changes.ts'

export const deleteProject = endpoint(
  {
    method: 'DELETE',
    path: '/task/projects/{id}',
    summary: 'Delete a project',
    description: 'With all its tasks and their comments, immediately and permanently.',
    access: 'admin',
    status: 204,
    problems: { 412: '`If-Match` names a different version.' },
  },
  ({ params, ifMatch }) => removeProject(params.id, ifMatch),
)
