import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import {
  isAmong,
  listQuery,
  queryValues,
  searchableListOf,
  words,
} from '../../platform/schema/list-fields.ts'
import { searchShared } from '../../platform/sharing/shared-list.ts'
import { projectKind } from '../project/access.ts'
import { queryProjects } from '../project/list.ts'
import { presentProject, ProjectStatus, ProjectSummary, projectSearchScope } from '../project/project.ts'

export const listProjects = endpoint('GET /task/projects', {
  summary: 'List the projects that the caller may read, newest first',
  isFunction: true,
  description:
    'Everyone may read internal projects; members and administrators may read private projects. Includes ' +
    'archived projects, unless `status` is sent.',
  query: listQuery({
    q: words.optional().meta(docs('Words in the name or description, or the key; best matches first.')),
    status: queryValues(ProjectStatus).optional().meta(docs('Only projects with these statuses.')),
  }),
  response: searchableListOf(ProjectSummary),
  handle: async ({ actor, query: { q, status, ...page } }) => {
    if (q === undefined) return queryProjects(actor, status, page)
    return searchShared(projectKind, actor, { scopes: [projectSearchScope], q, ...page }, (project) =>
      isAmong(status, project.status) ? presentProject(project) : undefined,
    )
  },
})
