import { recorder } from '../platform/history/recorder.ts'
import { loadHistory } from '../platform/history/history-registry.ts'

/** Second Lambda function on the table's stream; it alone writes history. */
export const recordChanges = recorder(loadHistory)
