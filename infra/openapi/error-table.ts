import type { Spec } from '../../src/platform/http/spec.ts'
import { methodNotAllowed, pathUnknown } from '../../src/platform/http/not-found.ts'
import { notByPublicAddress } from '../../src/platform/http/request/client-address.ts'
import { refused } from '../gateway/gateway-responses.ts'
import { listProblems } from './problems.ts'

interface Row {
  statuses: number[]
  meaning: string
}

/** Problems of API Gateway and of paths without an endpoint; no operation declares them. */
export const outsideProblems = [methodNotAllowed, notByPublicAddress, pathUnknown, refused]

/**
 * Returns the statuses and the meaning of every `X-Error-Code`, of endpoints and of `outsideProblems`, sorted by code.
 */
export const buildErrorTable = (specs: Spec[]): Record<string, Row> => {
  const all = [...specs.flatMap(listProblems), ...outsideProblems]
  const rows = [...Map.groupBy(all, ({ code }) => code)].map(([code, problems]): [string, Row] => {
    const statuses = [...new Set(problems.map(({ status }) => status))].sort((a, b) => a - b)
    return [code, { statuses, meaning: problems[0]?.meaning as string }]
  })
  return Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns the collapsed table for the document's introduction, in Markdown. */
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
