import { loadHistory } from '../../platform/history/history-registry.ts'

/** Entities whose changes no webhook receives: sign-ins and tokens, and conversations. */
const privateEntities = /^(auth|chats)\.|^users\.(lockout|sign_in_failure)$/

/** Type of the event that tests a webhook; it is not in the catalogue. */
export const testEvent = 'webhook.test'

/** A change that webhooks can receive. */
export interface CatalogueEvent {
  /** `<type>.<action>`. */
  name: string
  type: string
  action: string
  /** Names of the fields that may have changed. */
  fields: readonly string[]
}

/** Returns the changes that history records, by name, without reads, sessions, tokens and conversations. */
export const loadEventTypes = async (): Promise<CatalogueEvent[]> => {
  const definitions = [...(await loadHistory()).values()].filter(
    ({ entityType, isUnrecorded }) => !isUnrecorded && !privateEntities.test(entityType),
  )
  return definitions
    .flatMap(({ type, actions, fields }) =>
      actions.map((action) => ({ name: `${type}.${action}`, type, action, fields })),
    )
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
