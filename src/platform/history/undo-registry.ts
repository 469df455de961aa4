import { undoOperations } from '#generated/undo-operations.ts'
import { historyOfType } from './history-registry.ts'
import type { StoredHistoryEntry } from './entry.ts'
import type { KindUndo, UndoDefinition } from './undo-operations.ts'

/** Undo operations of all kinds. They are apart from history because they import the endpoints that change records. */
const known: Readonly<Record<string, () => Promise<KindUndo>>> = undoOperations

/** Returns the rules and operations for undoing a change; undefined if history has no rules for the type. */
export const undoDefinitionOf = async ({
  object_type: type,
  resource_type,
}: StoredHistoryEntry): Promise<UndoDefinition | undefined> => {
  // a type without a kind of its own, such as a subscription, is declared with the resource whose activity it is in
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
