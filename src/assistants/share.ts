import * as z from 'zod'
import { entity, type ThingOf } from '../platform/entity.ts'
import { followingRows } from '../platform/following.ts'
import { users } from '../users/user.ts'
import { AssistantSummary, changeOrder, type StoredAssistant } from './assistant.ts'

/** An assistant again, as lists show it, under somebody it is shared with: changed with it in one transaction. */
export const shares = entity({
  name: 'assistants.share',
  schema: AssistantSummary.extend({ user_id: z.string() }),
  key: ({ user_id, id }: { user_id: string; id: string }) => ({
    pk: users.keyOf({ id: user_id }).pk,
    sk: `assistant#${id}`,
  }),
  lists: {
    ofUser: {
      index: 'gsi1',
      partition: ({ user_id }: { user_id: string }) => `user#${user_id}#assistants`,
      sort: changeOrder,
      order: 'descending',
    },
  },
})

type Share = ThingOf<typeof shares>

/** Whom an assistant is shared with beside its owner; nobody while it is private, nobody by name when it is public. */
export const sharedWith = ({ visibility, grants, owner }: StoredAssistant): string[] =>
  visibility === 'shared'
    ? grants.map(({ user_id }) => user_id).filter((user_id) => user_id !== owner.id)
    : []

const sharesOf = (assistant: StoredAssistant | undefined): Map<string, Share> => {
  if (!assistant) return new Map()
  const { description: _, instructions: __, ...summary } = assistant
  return new Map(sharedWith(assistant).map((user_id) => [user_id, { ...summary, user_id }]))
}

export const shareRows = followingRows(shares, sharesOf)
