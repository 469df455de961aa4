import { isAmong } from '../../platform/schema/list-fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { betweenKeys, type Source } from '../../platform/table/list/list.ts'
import type { EnrollmentRow } from '../course/list/listed-progress.ts'
import {
  EnrollmentState,
  enrollments,
  enrollmentState,
  isOverdue,
  stateRange,
} from '../enrollment/enrollment.ts'

/** States by which enrollments are filtered; an overdue one is also not started or in progress. */
export const EnrollmentStatus = z.enum([...EnrollmentState.options, 'overdue'])
export type EnrollmentStatus = z.output<typeof EnrollmentStatus>

const openStates = ['not_started', 'in_progress'] as const

/** Earliest and latest sort key part, before and after all due times. */
const [first, last] = ['', '\u{10ffff}']

/** Returns the key ranges of the enrollments of a course in some states, overdue at a time in RFC 3339. */
export const stateSources = (
  course_id: string,
  statuses: EnrollmentStatus[],
  at: string,
): Source<EnrollmentRow>[] => {
  const all = enrollments.in('byState', { course_id })
  const range = (state: EnrollmentState, end: string) =>
    betweenKeys(all, `${state}#${first}`, `${state}#${end}`)
  return [...new Set(statuses)].flatMap((status) =>
    status === 'overdue' ? openStates.flatMap((state) => range(state, at)) : range(status, last),
  )
}

/** Returns the key ranges of the open enrollments of a course with this due time, or also with `earlier` ones. */
export const dueSources = (course_id: string, due_at: string, earlier: boolean): Source<EnrollmentRow>[] =>
  openStates.flatMap((state) => {
    const start = stateRange(state, due_at)
    const from = earlier ? `${state}#${first}` : start
    return betweenKeys(enrollments.in('byState', { course_id }), from, `${start}${last}`)
  })

/** Returns true if an enrollment has one of the statuses, if any are wanted. */
export const hasStatus = (row: EnrollmentRow, wanted: EnrollmentStatus[] | undefined, at: string): boolean =>
  isAmong(wanted, enrollmentState(row)) || (isAmong(wanted, 'overdue') && isOverdue(row, at))
