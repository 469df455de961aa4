import type { Actor } from '../../platform/identity/actor.ts'
import type * as z from '../../platform/schema/schema.ts'
import type { Changes, IfMatch } from '../../platform/table/changes.ts'
import { isAbsent } from '../../platform/table/condition.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { transact } from '../../platform/table/table.ts'
import type { StoredEntry } from '../../platform/trash/entry.ts'
import { toTakeOut, toTrash } from '../../platform/trash/moves.ts'
import { restoredThing } from '../../platform/trash/trashed-things.ts'
import { credentials } from '../../users/credentials.ts'
import {
  contactEmails,
  contactEmailTaken,
  contacts,
  contactType,
  type ContactInput,
  type StoredContact,
} from './contact.ts'

type Fields = z.output<typeof ContactInput>

/** Returns the writes that reserve the email address of a contact; they fail with 409 if it is in use. */
const toHoldEmail = ({ id: contact_id, email }: StoredContact): Operation[] => [
  contactEmails.toCreate({ email, contact_id }, contactEmailTaken()),
  { key: credentials.keyOf({ email }), require: [isAbsent('pk')], otherwise: contactEmailTaken() },
]

/** Creates a contact; throws 409 if the email address is in use. */
export const addContact = async (fields: Fields): Promise<StoredContact> => {
  const contact = contacts.make(fields)
  await transact([contacts.toCreate(contact), ...toHoldEmail(contact)])
  return contact
}

/** Changes a contact; throws 404, 409 if a new email address is in use, and 412. */
export const changeContact = async (
  id: string,
  changes: Changes<Fields>,
  ifMatch: IfMatch,
): Promise<StoredContact> =>
  contacts.modify(await contacts.get({ id }), async (current) => {
    const update = contacts.toUpdate(current, changes, ifMatch)
    if (update.isSame) return current
    const isMoved = update.thing.email !== current.email
    const moving = isMoved ? [contactEmails.toRemove(current), ...toHoldEmail(update.thing)] : []
    await transact([update, ...moving])
    return update.thing
  })

/** Moves a contact to the trash; its email address becomes free. Throws 404 and 412. */
export const removeContact = async (actor: Actor, id: string, ifMatch: IfMatch): Promise<void> =>
  contacts.modify(await contacts.get({ id }), async (current) => {
    const { name: title } = current
    const entry = { ...contactType, id, title, owner_id: actor.id, item: contacts.itemOf(current) }
    await transact([
      contacts.toRemoveRead(current, [], ifMatch),
      contactEmails.toRemove(current),
      ...toTrash(actor, entry),
    ])
  })

/** Restores a contact from the trash; throws 409 if its email address is in use now. */
export const restoreContact = async (entry: StoredEntry): Promise<StoredContact> => {
  const contact = restoredThing(contacts, entry)
  await transact([contacts.toRestore(contact), ...toHoldEmail(contact), ...toTakeOut(entry)])
  return contact
}
