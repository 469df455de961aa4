import { editable, historyOf } from '../history/definition.ts'
import type { HistoryLimits, ResourceHistory } from '../history/resource-history.ts'
import type { Reader } from '../resource.ts'
import { isManager } from './shared-resource.ts'
import type { SharedKind, SharedResource } from './shared-kind.ts'

/** Creates the limits of a history: only people who may manage the resource can undo its changes. */
export const managerLimits =
  <T extends SharedResource>(kind: SharedKind<T>) =>
  async (reader: Reader, id: string): Promise<HistoryLimits> => {
    const resource = await kind.entity.find({ id })
    return { isReadOnly: !resource || !isManager(kind, resource, reader) }
  }

/** Creates the history of a shared kind: its owner, and the editable fields of its input. */
export const sharedHistory = <T extends SharedResource>(
  kind: SharedKind<T>,
  { shape }: { shape: object },
): Required<ResourceHistory> => ({
  changes: [
    historyOf(kind.entity, {
      ...kind.type,
      fields: { ...editable(shape), owner_id: ({ owner }) => owner.id },
      removed: 'trashed',
    }),
  ],
  limitsOf: managerLimits(kind),
})
