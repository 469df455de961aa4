import { linkTo } from '../../platform/resource.ts'
import { ownerEntry, type Rights } from '../../platform/rights.ts'
import { projectPolicy } from './access.ts'
import { projectType, type StoredProject } from './project.ts'

/** Who may see a project, and its tasks. */
export const projectRights = (project: StoredProject): Rights => ({
  decidedBy: linkTo(projectType, { id: project.id, title: project.name }),
  decide: (person) => projectPolicy.decide(project, person),
  mayChange: (person) => projectPolicy.allows(project, person, 'manage'),
  named: [ownerEntry(project.owner), ...project.members],
  isOpen: project.visibility === 'internal',
})
