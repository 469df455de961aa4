import type { Actor } from '../../platform/identity/actor.ts'
import { invalid } from '../../platform/runtime/problem.ts'
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
  type ContactChanges,
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

/** Changes a contact; throws 404, 409 if a new email address is in use, 412, and 422 for another status than `ok`. */
export const changeContact = async (
  id: string,
  changes: Changes<z.output<typeof ContactChanges>>,
  ifMatch: IfMatch,
): Promise<StoredContact> =>
  contacts.modify(await contacts.get({ id }), async (current) => {
    if (![undefined, 'ok', current.email_status].includes(changes.email_status))
      throw invalid('email_status', 'can only be set to ok')
    const isMoved = changes.email !== undefined && changes.email !== current.email
    const update = contacts.toUpdate(current, { ...changes, ...(isMoved && { email_status: 'ok' }) }, ifMatch)
    if (update.isSame) return current
    const moving = isMoved ? [contactEmails.toRemove(current), ...toHoldEmail(update.thing)] : []
    await transact([update, ...moving])
    return update.thing
  })

/**
 * Stops mail to a contact whose address has refused it. Does nothing if the contact is gone or has another address; the
 * first status is kept.
 */
export const refuseContactEmail = async (
  { id, email }: Pick<StoredContact, 'id' | 'email'>,
  email_status: 'bounced' | 'complained',
): Promise<void> => {
  const contact = await contacts.find({ id })
  if (!contact) return
  await contacts.update(contact, (current) =>
    current.email === email && current.email_status === 'ok' ? { email_status } : {},
  )
}

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
