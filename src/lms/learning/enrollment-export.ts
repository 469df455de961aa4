import type * as z from '../../platform/schema/schema.ts'
import { csvTable, exportReply } from '../../platform/http/answer/csv.ts'
import { toBatches } from '../../platform/runtime/batches.ts'
import type { EnrollmentRow } from '../course/list/listed-progress.ts'
import { queryEnrollments, type EnrollmentFilters } from './enrollment-list.ts'
import { presentEnrollments, type CourseEnrollment } from './presented-enrollment.ts'

type Presented = z.input<typeof CourseEnrollment>

/** Maximum number of enrollments in one export; its link leads to the rest. */
const exportedRows = 10_000

/** Number of enrollments read at a time. */
const atOnce = 1_000

const table = csvTable<Presented>({
  user_id: ({ user_id }) => user_id,
  user_name: ({ user }) => user.name,
  enrolled_at: ({ enrolled_at }) => enrolled_at,
  status: ({ status }) => status,
  assigned: ({ assigned }) => assigned,
  due_at: ({ due_at }) => due_at,
  percent: ({ percent }) => percent,
  completed_lessons: ({ completed_lessons }) => completed_lessons,
  lesson_count: ({ lesson_count }) => lesson_count,
  course_changed: ({ course_changed }) => course_changed,
  last_activity_at: ({ last_activity_at }) => last_activity_at,
  completed_at: ({ completed_at }) => completed_at,
  last_completed_at: ({ last_completed_at }) => last_completed_at,
  certificate_id: ({ certificate_id }) => certificate_id,
})

async function* exportLines(course_id: string, rows: EnrollmentRow[]) {
  yield table.head
  for (const batch of toBatches(rows, atOnce))
    yield (await presentEnrollments(course_id, batch)).map(table.line).join('')
}

/** Exports the enrollments of a course that match the filters as CSV, up to 10,000 with a link to the next ones. */
export const exportEnrollments = async (
  course_id: string,
  filters: EnrollmentFilters,
  cursor: string | undefined,
  maxRows = exportedRows,
) => {
  const rows: EnrollmentRow[] = []
  let next = cursor
  do {
    const limit = Math.min(atOnce, maxRows - rows.length)
    const page = await queryEnrollments(course_id, filters, { limit, cursor: next })
    rows.push(...page.items)
    next = page.next_cursor ?? undefined
  } while (next !== undefined && rows.length < maxRows)
  return exportReply({ items: [], next_cursor: next ?? null }, exportLines(course_id, rows))
}
