import { handler as replay, type Plan } from './bare-handler.ts'
import { readSecret } from './bare-secret.ts'

/** The same for a page of a list on which others follow: the key of its cursor is a secret. */
export const handler = async (event: { plan: Plan }): Promise<void> => {
  await replay(event)
  await readSecret('CURSOR_SECRET_ID')
}
