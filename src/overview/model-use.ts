import { useAmounts, usePartition, type UseAmounts } from '../models/usage.ts'
import { asIndexed, type Source } from '../platform/table/list/list.ts'
import { readEach } from '../platform/table/list/month-ranges.ts'
import type { Item } from '../platform/table/operation.ts'

/** Use of a model in a month (UTC) by the members of a group, or by everybody if `group_id` is null. */
export type ModelUse = UseAmounts & { month: string; model: string; group_id: string | null }

/** Maximum number of rows read of a month: those of a year fit into a response. Rows about everybody come first. */
const maxRows = 1_000

const readUse = (item: Item): ModelUse => ({
  ...(item['summary'] as Pick<ModelUse, 'month' | 'model' | 'group_id'>),
  ...(Object.fromEntries(useAmounts.map((name) => [name, item[name] ?? 0])) as UseAmounts),
})

const monthRange = (month: string): Source<ModelUse> => ({
  index: undefined,
  partition: usePartition(month),
  prefix: undefined,
  order: 'ascending',
  read: readUse,
})

/** Reads the use of models in months, in parallel; `isCut` is true if a month has more rows. */
export const readUses = (months: string[]) =>
  readEach(
    months.map((month) => asIndexed([monthRange(month)])),
    maxRows,
  )
