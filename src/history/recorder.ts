import { recorder } from '../platform/history/recorder.ts'
import { loadHistory } from '../platform/history/history-registry.ts'

/** The second Lambda behind the table's stream: it writes what happened, and nothing else does. */
export const recordChanges = recorder(loadHistory)
