import type { Spec } from '../../src/platform/http/spec.ts'
import { errorCodeOf, outsideCodes } from './error-codes.ts'
import { problemsOf } from './problems.ts'

interface Row {
  statuses: number[]
  meaning: string
}

/** Every `X-Error-Code` with its statuses and its meaning, by code: those of the endpoints, and those of none. */
export const errorTableOf = (specs: Spec[]): Record<string, Row> => {
  const statuses = new Map<string, Set<number>>()
  for (const spec of specs)
    for (const [status, codes] of Object.entries(problemsOf(spec)))
      for (const code of Object.keys(codes))
        statuses.set(code, (statuses.get(code) ?? new Set()).add(Number(status)))
  const declared = [...statuses].map(([code, of]) => [
    code,
    { statuses: [...of].sort((a, b) => a - b), meaning: errorCodeOf(code).meaning },
  ])
  const outside = Object.entries(outsideCodes).map(([code, { status, meaning }]) => [
    code,
    { statuses: [status], meaning },
  ])
  const rows = [...declared, ...outside] as [string, Row][]
  return Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The table for people, folded, as Markdown of the document's introduction. */
export const errorSection = (table: Record<string, Row>): string => {
  const rows = Object.entries(table).map(
    ([code, { statuses, meaning }]) => `| \`${code}\` | ${statuses.join(', ')} | ${meaning} |`,
  )
  return [
    '## Error codes',
    '',
    '<details>',
    `<summary>All ${rows.length} error codes</summary>`,
    '',
    '| `X-Error-Code` | Status | Meaning |',
    '| --- | --- | --- |',
    ...rows,
    '',
    '</details>',
  ].join('\n')
}
