import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
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
}
