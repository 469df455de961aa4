import { inChain } from './bare-card-handler.ts'
import { handler as readPage } from './bare-paging-handler.ts'

/** Baseline with the card's packages for a page of a list with further pages. */
export const handler = inChain(readPage)
