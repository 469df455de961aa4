import { explainEmail } from './email.ts'
import { explainNotification } from './notification.ts'
import { explainSearch } from './search.ts'
import { explainUndo } from './undo.ts'

/** The questions of the command, by its first argument; each returns lines. */
export const questions = {
  notification: explainNotification,
  email: explainEmail,
  search: explainSearch,
  undo: explainUndo,
}
