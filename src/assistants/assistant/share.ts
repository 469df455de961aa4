import * as z from '../../platform/schema/schema.ts'
import { entity, keyWithin } from '../../platform/table/entity.ts'
import { rowsByPerson } from '../../platform/table/derived-rows.ts'
import { users } from '../../platform/identity/user.ts'
import type { SharedKindWithRows } from '../../platform/sharing/shared-kind.ts'
import { assistantKind, sharedWith } from './access.ts'
import { changeOrder, type StoredAssistant } from './assistant.ts'

/**
 * An assistant shared with a person or a group, sorted by its last change, for the list of what is shared with them.
 * Holds only a reference: a copy for each of a hundred people would repeat all hundred names (decision 0010).
 */
export const shares = entity({
  name: 'assistants.share',
  isInternal: true,
  schema: z.object({ user_id: z.string(), assistant_id: z.string(), updated_at: z.string() }),
  key: keyWithin(
    'user_id',
    users,
    ({ assistant_id }: { assistant_id: string }) => `assistant#${assistant_id}`,
  ),
  lists: {
    ofUser: {
      index: 'gsi1',
      partition: ({ user_id }: { user_id: string }) => `user#${user_id}#assistants`,
      sort: ({ assistant_id, updated_at }) => changeOrder({ id: assistant_id, updated_at }),
      order: 'descending',
    },
  },
})

/** Assistants with the rows of the people who have them. */
export const sharedAssistants: SharedKindWithRows<StoredAssistant> = {
  ...assistantKind,
  rows: rowsByPerson(shares, sharedWith, ({ id: assistant_id, updated_at }: StoredAssistant, user_id) => ({
    user_id,
    assistant_id,
    updated_at,
  })),
  counters: [],
}
