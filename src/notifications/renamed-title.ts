import { notifications } from './notification.ts'
import type { Item } from '../platform/table/operation.ts'
import { entityTypeOf } from '../platform/table/former-layout.ts'

/**
 * The title of a notification that was stored as a sentence, which begins with the name of who did it, with their new
 * name; undefined where it names nobody, or somebody else, and where the words are made when it is read.
 */
export const renamedTitle = (item: Item, { id, name }: { id: string; name: string }): string | undefined => {
  if (entityTypeOf(item) !== notifications.name) return undefined
  const { title, actor } = notifications.read(item)
  if (actor?.id !== id || !title?.startsWith(actor.name)) return undefined
  return name + title.slice(actor.name.length)
}
