import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id } from '../../platform/schema/fields.ts'
import { listOf, listQuery, queryBoolean, queryValues, words } from '../../platform/schema/list-fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { TrashEntry } from '../../platform/trash/entry.ts'
import { trashedTypes } from '#generated/resource-types.ts'
import { administratorsOnly, queryTrash } from '../entry-list.ts'
import { spaces } from '../../wiki/space/space.ts'
import { permissionMissing } from '../../task/project/access.ts'
import { projects } from '../../task/project/project.ts'
import { writerRequired } from '../../wiki/problems.ts'

export const listEntries = endpoint('GET /trash', {
  summary: 'List deleted resources that can be restored, newest first',
  isFunction: true,
  description:
    'Lists the resources that the caller deleted, wrote or owned. With `space_id` or `project_id`, lists ' +
    'the resources deleted in that space or project, for people who may write there.',
  query: listQuery({
    type: queryValues(z.enum(trashedTypes)).optional().meta(docs('Only resources of these types.')),
    q: words.optional(),
    space_id: id.optional().meta(docs('Only resources of this wiki space.')),
    project_id: id.optional().meta(docs('Only resources of this project.')),
    all: queryBoolean.default(false).meta(docs('`true`: all deleted resources; administrators only.')),
  }),
  response: listOf(TrashEntry),
  problems: [
    administratorsOnly,
    writerRequired,
    permissionMissing.as({ when: 'The caller may read the project but not write in it.' }),
    spaces.absent,
    projects.absent,
  ],
  handle: ({ actor, query }) => queryTrash(actor, query),
})
