import type { Fault, Setting } from '../support/fault-proxy.ts'
import type { Flow } from './flow.ts'
import { chats } from './flows/chats.ts'
import { completions } from './flows/completions.ts'
import { courses } from './flows/courses.ts'
import { documents } from './flows/documents.ts'
import { files } from './flows/files.ts'
import { groups } from './flows/groups.ts'
import { merges } from './flows/merges.ts'
import { moves } from './flows/moves.ts'
import { people } from './flows/people.ts'
import { reviews } from './flows/reviews.ts'
import { tasks } from './flows/tasks.ts'
import { tickets } from './flows/tickets.ts'
import { trash } from './flows/trash.ts'
import { undo } from './flows/undo.ts'
import { versions } from './flows/versions.ts'
import { webhooks } from './flows/webhooks.ts'
import { wiki } from './flows/wiki.ts'
import type { History, Violation } from './history.ts'

const allFlows: Flow[] = [
  wiki,
  tasks,
  tickets,
  courses,
  completions,
  documents,
  files,
  chats,
  trash,
  undo,
  versions,
  groups,
  moves,
  reviews,
  people,
  merges,
  webhooks,
]

/** Returns the flows for a run under faults, or one that also kills workers. */
export const flowsOf = ({ ci, isKilling = false }: { ci: boolean; isKilling?: boolean }): Flow[] =>
  allFlows.filter(({ runs }) => runs === undefined || (!ci && (runs === 'long' || isKilling)))

/** Maximum time of `delay`, and fixed time of `late`, which exceeds the timeout of a call (ms). */
const milliseconds: Partial<Record<Fault, number>> = { delay: 300, late: 1_500 }

/** Returns the setting of a fault for the flows: `five` affects every message, other faults a share of the calls. */
export const settingOf = (fault: Fault, { rate, seed }: { rate: number; seed: number }): Setting => ({
  fault,
  rate: fault === 'five' ? 1 : rate,
  // makes rare calls fail at least once
  first: 1,
  seed,
  milliseconds: milliseconds[fault] ?? 0,
})

export const flowHeading = [
  'fault',
  'flow',
  'calls',
  '2xx',
  '503',
  'known',
  'other',
  'lost',
  'doubled',
  'wrong',
]

const countOf = (violations: Violation[], ...kinds: Violation['kind'][]) =>
  violations.filter(({ kind }) => kinds.includes(kind)).length

/** Returns a row of that table. */
export const flowRow = (fault: Fault, { name, tallies, violations }: History): (string | number)[] => {
  const { calls, good, unavailable, known, other } = tallies
  return [
    fault,
    name,
    calls,
    good,
    unavailable,
    known,
    other,
    countOf(violations, 'lost'),
    countOf(violations, 'doubled'),
    countOf(violations, 'invented', 'wrong'),
  ]
}

/** Returns the violations as sentences. */
export const textsOf = (fault: Fault, { name, violations }: History): string[] =>
  violations.map(({ kind, text }) => `${fault} ${name} ${kind}: ${text}`)
