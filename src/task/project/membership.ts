import * as z from '../../platform/schema/schema.ts'
import { entity, keyWithin } from '../../platform/table/entity.ts'
import { rowsByPerson } from '../../platform/table/derived-rows.ts'
import { holdersIn } from '../../platform/identity/members.ts'
import { users } from '../../platform/identity/user.ts'
import { ProjectStatus, type StoredProject } from './project.ts'

/**
 * That a person or a group takes part in a private project, under them: where the lists of people's projects come from.
 * Rights do not: they are decided from the project.
 */
export const projectMemberships = entity({
  name: 'task.membership',
  isInternal: true,
  schema: z.object({ user_id: z.string(), project_id: z.string(), status: ProjectStatus }),
  key: keyWithin('user_id', users, ({ project_id }: { project_id: string }) => `project#${project_id}`),
  lists: {
    ofUser: {
      index: 'gsi1',
      partition: ({ user_id, status }: { user_id: string; status: ProjectStatus }) =>
        `user#${user_id}#projects#${status}`,
      sort: ({ project_id }) => project_id,
      order: 'descending',
    },
    /** Those of any status. */
    allOfUser: {
      partition: ({ user_id }: { user_id: string }) => users.keyOf({ id: user_id }).pk,
      prefix: 'project#',
      order: 'descending',
    },
  },
})

/** The rows of a person or a group, newest first: of any status one key range, as one may be in 200 groups. */
export const membershipsOf = (user_id: string, statuses: ProjectStatus[]) =>
  statuses.length < ProjectStatus.options.length
    ? statuses.flatMap((status) => projectMemberships.in('ofUser', { user_id, status }))
    : projectMemberships.in('allOfUser', { user_id }).map((rows) => ({ ...rows, asIndexed: 'project#' }))

export const membershipRows = rowsByPerson(
  projectMemberships,
  holdersIn,
  ({ id: project_id, status }: StoredProject, user_id) => ({ user_id, project_id, status }),
)
