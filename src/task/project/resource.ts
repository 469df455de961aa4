import { linkTo, type Resource } from '../../platform/resource.ts'
import { indexedThings } from '../../platform/search/definition.ts'
import { projectPolicy, projectRights } from './access.ts'
import { projects, projectSearchScope, projectType, type StoredProject } from './project.ts'

const toProjectView = ({ id, name, description, updated_at, owner }: StoredProject) => ({
  ...linkTo(projectType, { id, title: name }),
  text: description ?? '',
  updated_at,
  author_id: owner.id,
})

export const projectResource: Resource = {
  type: projectType.type,
  trash: true,
  undo: true,
  erasure: true,
  rights: async (id) => {
    const project = await projects.find({ id })
    return project && projectRights(project)
  },
  search: indexedThings(projectType.type, projects, {
    scope: projectSearchScope,
    indexed: { title: 'name', keys: ({ key, former_keys }) => [key, ...former_keys], text: 'description' },
    decide: projectPolicy.authorize,
  }),
  load: async (reader, wanted) =>
    (await projects.findMany(wanted)).map((project) =>
      project && projectPolicy.authorize(project, reader) ? toProjectView(project) : undefined,
    ),
}
