import {
  isTheirsAlone,
  onOwnErasure,
  type Erasure,
  type KindErasure,
} from '../../platform/identity/erasure.ts'
import { findAnywhere } from '../../platform/trash/trashed-things.ts'
import { pages } from './page.ts'
import { spaces } from '../space/space.ts'
import { subscriptions } from './subscription.ts'

/** Returns true if other people may read the page, now or after it is restored from the trash. */
const isPageVisibleToOthers = async (id: string, person: Erasure['person']): Promise<boolean> => {
  const page = await findAnywhere(pages, id)
  const space = page && (await findAnywhere(spaces, page.space_id))
  return space !== undefined && !isTheirsAlone(space, { person })
}

export const pageErasure: KindErasure = {
  handlers: [onOwnErasure(subscriptions)],
  isShownToOthers: isPageVisibleToOthers,
}
