import { docs } from '#docs'
import { sortableName } from '../../language/fold.ts'
import { emailAddress } from '../../platform/identity/user.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { answeredId, line, versioned } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'

export const contactType = { type: 'contact', path: '/support/contacts/{id}' } as const

/** Fields that agents write. */
const fields = {
  name: line(255).meta(docs('Full name.', { examples: ['Carla Customer'] })),
  email: emailAddress.meta(
    docs('Email address, unique among contacts and people, regardless of case.', {
      examples: ['carla@customer.example'],
    }),
  ),
  organisation: z
    .orNull(line(255))
    .meta(docs('Organization of the contact.', { examples: ['Customer Ltd.'] })),
}

const emailStatus = z
  .enum(['ok', 'bounced', 'complained'])
  .default('ok')
  .meta(
    docs(
      'State of the email address: `bounced` if it has permanently rejected an email, `complained` if its owner has ' +
        'reported an email as spam. Emails are sent only to addresses that are `ok`. Set `ok` to resume sending; a ' +
        'new address is `ok`.',
    ),
  )

export const Contact = z.described(docs('A customer without an account.', { id: 'Contact' }), {
  id: answeredId.meta(docs('ID of the contact.')),
  ...fields,
  email_status: emailStatus,
  ...versioned,
})

export const ContactInput = z.strictObject(fields)

/** Fields of a contact in a request that changes it. */
export const ContactChanges = ContactInput.extend({ email_status: emailStatus })

/** Customers without an account, in order of name; agents alone see them. */
export const contacts = entity({
  name: 'support.contact',
  schema: Contact,
  key: ({ id }: { id: string }) => ({ pk: `contact#${id}`, sk: 'contact' }),
  lists: {
    all: {
      index: 'gsi1',
      partition: () => 'contacts',
      shared: true,
      sort: ({ name, id }) => sortableName(name, id),
    },
  },
})

export type StoredContact = ThingOf<typeof contacts>

/** Reservation of an email address, by which a mail finds its contact. */
export const contactEmails = entity({
  name: 'support.contact_email',
  isInternal: true,
  schema: z.object({ email: z.string(), contact_id: z.string() }),
  key: ({ email }: { email: string }) => ({ pk: `email#${email}`, sk: 'contact' }),
})

export const contactEmailTaken = problem(
  'support.contact_email_taken',
  409,
  'The email address belongs to another contact or to a person with an account.',
)

/** Returns the contact with an email address; undefined if there is none. */
export const findContactByEmail = async (email: string): Promise<StoredContact | undefined> => {
  const found = await contactEmails.find({ email })
  return found && contacts.find({ id: found.contact_id })
}
