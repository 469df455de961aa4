import { childRows } from '../../../platform/table/child-rows.ts'

/** Rows of the children of a page, or of the roots and drafts of a space. */
export const children = childRows('wiki.child')
