import { inChain } from './bare-card-handler.ts'
import { handler as readPage } from './bare-paging-handler.ts'

/** The same for a page of a list on which others follow. */
export const handler = inChain(readPage)
