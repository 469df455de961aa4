import * as z from '../../platform/schema/schema.ts'
import { entity, keyWithin } from '../../platform/table/entity.ts'
import { users } from '../../platform/identity/user.ts'

/** Index rows of courses by author. */
export const authorships = entity({
  name: 'lms.authorship',
  isInternal: true,
  schema: z.object({ user_id: z.string(), course_id: z.string() }),
  key: keyWithin('user_id', users, ({ course_id }: { course_id: string }) => `authored#${course_id}`),
  lists: {
    ofUser: {
      index: 'gsi1',
      partition: ({ user_id }: { user_id: string }) => `user#${user_id}#authored`,
      sort: ({ course_id }) => course_id,
      order: 'descending',
    },
  },
})
