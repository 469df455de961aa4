import { childRows } from '../../platform/table/child-rows.ts'

/** That a page is below another, or as a root below its space. */
export const children = childRows('wiki.child')
