import { undoOperations } from '#generated/undo-operations.ts'
import { historyOfType } from './history-registry.ts'
import type { StoredHistoryEntry } from './entry.ts'
import type { KindUndo, UndoDefinition } from './undo-operations.ts'

/** Those of all kinds. They are apart from history, since they bring the endpoints that change things back. */
const known: Readonly<Record<string, () => Promise<KindUndo>>> = undoOperations

/** How a change of a thing is taken back; undefined where no history tells of such things. */
export const undoDefinitionOf = async ({
  object_type: type,
  resource_type,
}: StoredHistoryEntry): Promise<UndoDefinition | undefined> => {
  // what has no kind of its own, such as a subscription, is declared with the thing in whose activity it is
  const kind = Object.hasOwn(known, type) ? type : resource_type
  const [history, kindUndo] = await Promise.all([historyOfType(kind), known[kind]?.()])
  const rules = history?.changes.find((one) => one.type === type)?.undo
  const { fields = {}, ...operations } = kindUndo?.[type] ?? {}
  if (!rules) return undefined
  const named = Object.entries(rules.fields)
  return {
    ...rules,
    ...operations,
    fields: Object.fromEntries(named.map(([name, field]) => [name, { ...field, ...fields[name] }])),
  }
}
