import { hashSecret } from '../platform/runtime/secret.ts'
import * as z from '../platform/schema/schema.ts'
import { entity } from '../platform/table/entity.ts'
import type { Operation } from '../platform/table/operation.ts'
import { notUnique } from './protocol.ts'
import type { Directory } from './directory.ts'

type Kind = 'userName' | 'externalId' | 'group externalId'

/** Key by which a directory identifies a person or a group; makes it unique, and findable without an index. */
export const directoryKeys = entity({
  name: 'scim.key',
  isInternal: true,
  schema: z.object({ kind: z.string(), value: z.string(), id: z.string() }),
  // a value may contain any characters
  key: ({ kind, value }: { kind: string; value: string }) => ({
    pk: `scim#${hashSecret(JSON.stringify([kind, value]))}`,
    sk: 'scim',
  }),
})

/** Returns the key of a `userName`, which is unique regardless of case (RFC 7643 section 4.1.1). */
export const userNameKey = (userName: string) =>
  ({ kind: 'userName', value: userName.toLowerCase() }) as const

interface Change {
  kind: Kind
  id: string
  before: string | null | undefined
  after: string | null | undefined
}

/** Returns the writes that change the key of a person or a group; they fail with 409 if another one has the new key. */
export const toChangeKey = ({ kind, id, before, after }: Change): Operation[] => {
  if (before === after) return []
  const name = kind === 'userName' ? kind : 'externalId'
  return [
    ...(before ? [directoryKeys.toRemove({ kind, value: before })] : []),
    ...(after ? [directoryKeys.toCreate({ kind, value: after, id }, notUnique(name))] : []),
  ]
}

const lower = (name: string | undefined) => name?.toLowerCase()

/** Returns the writes that change the keys of a person in the directory. */
export const toKnow = (
  id: string,
  before: Directory | undefined,
  after: Directory | undefined,
): Operation[] => [
  ...toChangeKey({ kind: 'userName', id, before: lower(before?.user_name), after: lower(after?.user_name) }),
  ...toChangeKey({ kind: 'externalId', id, before: before?.external_id, after: after?.external_id }),
]
