import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { createHash } from 'node:crypto'
import type { Problem } from '../runtime/problem.ts'

/** An item's primary key. */
export interface Key {
  pk: string
  sk: string
}

/** An item as the table has it. */
export type Item = Key & Record<string, unknown>

type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** One write, to be made alone or with others; `otherwise` is thrown when its condition does not hold. */
export interface Operation {
  write: Write
  otherwise?: Problem | undefined
  /** The version that an update is made on. */
  before?: number | undefined
  /** The key and kind of a thing that it deletes, of which history is to know who did it (removal-note.ts). */
  removed?: (Key & { entityType: string }) | undefined
  /** Whether it changes what the caller may know nothing of: it is in no answer that says what a request changes. */
  isUnseen?: boolean
}

/** Whether an item was put back that lay in the trash (writes.ts), as long as it has not been changed since. */
export const isRestored = (item: Item | undefined): boolean =>
  (item?.['origin'] as { is_restored?: boolean } | undefined)?.is_restored === true

/** A short name of an item, the same wherever it is asked for. */
export const shortName = ({ pk, sk }: Key): string =>
  createHash('sha256')
    .update(JSON.stringify([pk, sk]))
    .digest('base64url')
    .slice(0, 16)
