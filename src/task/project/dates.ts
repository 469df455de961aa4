import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { invalid } from '../../platform/runtime/problem.ts'

const day = z.orNull(z.iso.date())

export const dates = {
  start_date: day.meta(docs('Start date, `YYYY-MM-DD`.', { examples: ['2026-03-01'] })),
  due_date: day.meta(docs('Due date, not before `start_date`.', { examples: ['2026-03-01'] })),
}

interface Dates {
  start_date: string | null
  due_date: string | null
}

const noDates: Dates = { start_date: null, due_date: null }

/**
 * Throws 422 if the due date would be before the start date after these changes; without `current`, checks only the
 * changes.
 */
export const requireDateOrder = (
  changes: { [Day in keyof Dates]?: Dates[Day] | undefined },
  current: Dates = noDates,
): void => {
  const { start_date = current.start_date, due_date = current.due_date } = changes
  if (start_date !== null && due_date !== null && due_date < start_date)
    throw invalid('due_date', 'must not be before "start_date"')
}
