import { endpoint } from '../../platform/http/endpoint.ts'
import { listQuery, searchableListOf, words } from '../../platform/schema/fields.ts'
import { searchPage } from '../../platform/search/page.ts'
import { canRead } from '../access.ts'
import { queryProjects } from '../project-list.ts'
import { projects, ProjectStatus, ProjectSummary, projectSearchScope } from '../project.ts'

export const listProjects = endpoint(
  {
    method: 'GET',
    path: '/task/projects',
    summary: 'List the projects that the caller may see, newest first',
    query: listQuery({
      q: words.optional().meta({ description: 'Words in the name or description; best matches first.' }),
      status: ProjectStatus.optional(),
    }),
    response: searchableListOf(ProjectSummary),
  },
  async ({ actor, query: { q, status, ...page } }) => {
    if (q === undefined) return queryProjects(actor, status, page)
    return searchPage({ scope: projectSearchScope, q, ...page }, async (hits) =>
      (await projects.findMany(hits)).map((project) => {
        const isWanted = project && canRead(project, actor) && (status ?? project.status) === project.status
        return isWanted ? project : undefined
      }),
    )
  },
)
