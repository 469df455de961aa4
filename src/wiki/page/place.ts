import { sortableName, sortableNumber } from '../../language/fold.ts'

/** Position of a page in the tree: below a parent page, or a root of its space. */
export interface Place {
  space_id: string
  parent_id: string | null
}

/** A page whose status may be draft; lists keep drafts apart. */
export interface Draftable {
  status: 'draft' | 'published' | 'archived'
}

/** Returns true if a page is another person's draft, which must stay invisible to `user_id`. */
export const isDraftOfAnother = (
  user_id: string,
  { status, author }: Draftable & { author: { id: string } },
): boolean => status === 'draft' && author.id !== user_id

/** Returns the partition of the pages with this place. */
export const childrenPartition = ({ space_id, parent_id }: Place): string =>
  `space#${space_id}#children#${parent_id ?? 'root'}`

interface Sibling {
  position: number
  title: string
  id: string
}

/** Returns the sort key of a page among its siblings: by position, then title. */
export const siblingOrder = ({ position, title, id }: Sibling): string =>
  `${sortableNumber(position)}#${sortableName(title, id)}`
