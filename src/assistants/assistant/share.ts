import * as z from '../../platform/schema/schema.ts'
import { entity, keyWithin, type ThingOf } from '../../platform/table/entity.ts'
import { rowsByPerson } from '../../platform/table/derived-rows.ts'
import { granteesOf } from '../../platform/identity/members.ts'
import { users } from '../../platform/identity/user.ts'
import { changeOrder, type StoredAssistant } from './assistant.ts'

/**
 * That an assistant is shared with a person or a group, under them, by its last change: where the list of what is
 * shared with them comes from. It only points: a copy under each of a hundred people would name all hundred
 * again (decision 0010).
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

export type Share = ThingOf<typeof shares>

/** Whom an assistant is shared with; nobody while it is private, nobody by name when it is public. */
export const sharedWith = (assistant: Pick<StoredAssistant, 'visibility' | 'grants' | 'owner'>): string[] =>
  assistant.visibility === 'shared' ? granteesOf(assistant) : []

export const shareRows = rowsByPerson(
  shares,
  sharedWith,
  ({ id: assistant_id, updated_at }: StoredAssistant, user_id) => ({ user_id, assistant_id, updated_at }),
)
