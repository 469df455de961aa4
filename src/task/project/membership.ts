import * as z from '../../platform/schema/schema.ts'
import { entity, keyWithin } from '../../platform/table/entity.ts'
import { rowsByPerson } from '../../platform/table/derived-rows.ts'
import { asIndexed } from '../../platform/table/list/list.ts'
import { holdersIn } from '../../platform/identity/members.ts'
import { users } from '../../platform/identity/user.ts'
import type { SharedKindWithRows } from '../../platform/sharing/shared-kind.ts'
import { projectKind } from './access.ts'
import { ProjectStatus, taskCounters, type StoredProject } from './project.ts'

/**
 * Index rows of private projects by member (a person or a group), used to list the projects of a person. Permissions
 * are decided from the project itself.
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
    /** Projects of any status. */
    allOfUser: {
      partition: ({ user_id }: { user_id: string }) => users.keyOf({ id: user_id }).pk,
      prefix: 'project#',
      order: 'descending',
    },
  },
})

/**
 * Returns the rows of a person or a group, newest first. All statuses together are one key range, because a person may
 * be in 200 groups.
 */
export const membershipRanges = (user_id: string, statuses: ProjectStatus[]) =>
  statuses.length < ProjectStatus.options.length
    ? statuses.flatMap((status) => projectMemberships.in('ofUser', { user_id, status }))
    : asIndexed(projectMemberships.in('allOfUser', { user_id }), 'project#')

/** Projects with their member rows. */
export const sharedProjects: SharedKindWithRows<StoredProject> = {
  ...projectKind,
  rows: rowsByPerson(projectMemberships, holdersIn, ({ id: project_id, status }: StoredProject, user_id) => ({
    user_id,
    project_id,
    status,
  })),
  counters: taskCounters,
  total: 'task_count',
}
