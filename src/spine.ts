import { dispatcher } from './platform/dispatcher.ts'

/** What follows from what: the Lambda behind the table's stream. */
export const handler = dispatcher([])
