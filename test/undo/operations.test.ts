import { describe, expect, test } from 'vitest'
import { historyDefinitions } from '#generated/history-definitions.ts'
import type { HistoryDefinition } from '../../src/platform/history/definition.ts'
import type { ResourceHistory } from '../../src/platform/history/resource-history.ts'
import type { KindUndo, UndoOperations } from '../../src/platform/history/undo-operations.ts'
import { undoOperations } from '#generated/undo-operations.ts'

const histories: Record<string, () => Promise<ResourceHistory>> = historyDefinitions
const operations: Record<string, () => Promise<KindUndo>> = undoOperations

const kinds = await Promise.all(
  Object.entries(histories).map(async ([kind, load]) => ({
    kind,
    changes: (await load()).changes,
    undo: (await operations[kind]?.()) ?? {},
  })),
)

/** Returns the operations missing for changes that history declares as undoable. */
const missing = ({ undo }: HistoryDefinition, { fields = {}, ...own }: UndoOperations): string[] => {
  const { fields: undone = {}, removed } = undo ?? {}
  const set = Object.entries(undone).flatMap(([name, { follows }]) => (follows ? [] : [name]))
  return [
    ...(removed && !own.remove ? ['remove'] : []),
    ...(removed && removed !== 'trashed' && !own.restore ? ['restore'] : []),
    ...(set.length > 0 && !own.read ? ['read'] : []),
    ...(set.some((name) => !fields[name]?.operation) && !own.update ? ['update'] : []),
  ]
}

describe('Undo operations', () => {
  test.each(kinds)('covers every undoable change of $kind', ({ changes, undo }) => {
    const lacking = changes.map((one) => [one.type, missing(one, undo[one.type] ?? {})])

    expect(lacking).toEqual(changes.map(({ type }) => [type, []]))
  })

  test.each(kinds)('refers only to types and fields in the history of $kind', ({ changes, undo }) => {
    const known = new Map(changes.map(({ type, undo }) => [type, Object.keys(undo?.fields ?? {})]))
    const unknown = Object.entries(undo).flatMap(([type, { fields = {} }]) => {
      const ofType = known.get(type)
      return ofType ? Object.keys(fields).filter((field) => !ofType.includes(field)) : [type]
    })

    expect(unknown).toEqual([])
  })

  test('excludes kinds without a history', () => {
    expect(Object.keys(operations).filter((kind) => !(kind in histories))).toEqual([])
  })
})
