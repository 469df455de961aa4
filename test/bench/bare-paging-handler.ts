import { handler as replay, type Plan } from './bare-handler.ts'
import { readSecret } from './bare-secret.ts'

/** Baseline for a page of a list with further pages: its cursor needs a key from a secret. */
export const handler = async (event: { plan: Plan }): Promise<void> => {
  await replay(event)
  await readSecret('CURSOR_SECRET_ID')
}
