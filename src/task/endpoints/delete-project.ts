import { endpoint } from '../../platform/http/endpoint.ts'
import { removeProject } from '../project-changes.ts'

export const deleteProject = endpoint(
  {
    method: 'DELETE',
    path: '/task/projects/{id}',
    summary: 'Delete a project',
    description: 'Its tasks and their comments go with it, at once and for good, however many they are.',
    access: 'admin',
    status: 204,
    problems: { 412: '`If-Match` names another version.' },
  },
  ({ params, ifMatch }) => removeProject(params.id, ifMatch),
)
