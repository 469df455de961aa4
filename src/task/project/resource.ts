import { linkTo, type Resource } from '../../platform/resource.ts'
import { documentTrigger, readableThings } from '../../platform/search/definition.ts'
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
  search: {
    scopesOf: () => [projectSearchScope],
    containerType: projectType.type,
    triggers: [documentTrigger(projects, ({ name, key, description }) => [name, key, description])],
    document: async (id) => {
      const project = await projects.find({ id })
      if (!project) return undefined
      const { name: title, key, former_keys, description } = project
      const keys = [key, ...former_keys]
      return { scopes: [projectSearchScope], container: id, title, keys, text: description ?? '' }
    },
    readable: readableThings(projects, projectPolicy.authorize),
  },
  load: async (reader, wanted) =>
    (await projects.findMany(wanted)).map((project) =>
      project && projectPolicy.authorize(project, reader) ? toProjectView(project) : undefined,
    ),
}
