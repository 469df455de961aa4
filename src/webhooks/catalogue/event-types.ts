import type { HistoryDefinition } from '../../platform/history/definition.ts'
import { loadHistory } from '../../platform/history/history-registry.ts'
import type { ChangeAction } from '../../platform/history/thing-change.ts'

/** Entities whose changes no webhook receives: sign-ins and tokens, and conversations. */
const privateEntities = /^(auth|chats)\.|^users\.(lockout|sign_in_failure)$/

/** Type of the event that tests a webhook; it is not in the catalogue. */
export const testEvent = 'webhook.test'

/** A change that webhooks can receive. */
export interface CatalogueEvent extends Pick<HistoryDefinition, 'type' | 'path' | 'fields'> {
  /** `<type>.<action>`. */
  name: string
  action: ChangeAction
}

/** Returns the changes that history records, by name, without reads, sessions, tokens and conversations. */
export const loadEventTypes = async (): Promise<CatalogueEvent[]> => {
  const definitions = [...(await loadHistory()).values()].filter(
    ({ entityType, isUnrecorded }) => !isUnrecorded && !privateEntities.test(entityType),
  )
  return definitions
    .flatMap(({ type, path, actions, fields }) =>
      actions.map((action) => ({ name: `${type}.${action}`, type, path, action, fields })),
    )
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
