import { sortableName, sortableNumber } from '../../language/fold.ts'

/** Where a page is: below another one, or as a root in its space. */
export interface Place {
  space_id: string
  parent_id: string | null
}

/** What may be a draft, which lists keep apart. */
export interface Draftable {
  status: 'draft' | 'published' | 'archived'
}

/** Whether a page is another person's draft, which somebody may know nothing of. */
export const isDraftOfAnother = (
  user_id: string,
  { status, author }: Draftable & { author: { id: string } },
): boolean => status === 'draft' && author.id !== user_id

/** The range of what is in one place. */
export const belowOf = ({ space_id, parent_id }: Place): string =>
  `space#${space_id}#children#${parent_id ?? 'root'}`

interface Sibling {
  position: number
  title: string
  id: string
}

/** By position, then title. */
export const siblingOrder = ({ position, title, id }: Sibling): string =>
  `${sortableNumber(position)}#${sortableName(title, id)}`
