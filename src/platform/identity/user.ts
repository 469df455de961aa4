import { docs } from '#docs'
import * as z from '../schema/schema.ts'
import { entity, type ThingOf } from '../table/entity.ts'
import {
  answeredId,
  answeredName,
  line,
  Person,
  versioned,
  optionalTime,
  optionalText,
} from '../schema/fields.ts'
import { sortableName } from '../../language/fold.ts'

/** A person as others point to them. */
export const userType = { type: 'user', path: '/users/{id}' } as const

export const UserRole = z
  .enum(['user', 'support_agent', 'admin'])
  .meta(docs('Role: an ordinary user, a support agent or an administrator.'))

export const UserType = z
  .enum(['person', 'service'])
  .meta(docs('Type: a person, or a service account, which nobody signs in to: programs use it by tokens.'))

export const EmailStatus = z
  .enum(['ok', 'unconfirmed', 'bounced', 'complained'])
  .meta(
    docs(
      'State of the email address: `unconfirmed` until the person or an administrator confirms it, `bounced` if it ' +
        'has permanently rejected an email, `complained` if its owner has reported an email as spam. Content is sent ' +
        'only to addresses that are `ok`. Set `ok` to confirm an address, or to send to it again.',
    ),
  )

export type EmailStatus = z.output<typeof EmailStatus>

export const localeMeta = docs(
  'Preferred language (BCP 47 tag). Notifications are in English, German, French or Spanish, and in English for all ' +
    'other languages.',
  { examples: ['en'] },
)
export const timezoneMeta = docs('Time zone (IANA name).', { examples: ['Europe/Berlin'] })

/** An address as RFC 5321 has it (dot-string of atext), except quoted local parts and domains of one label. */
const addressPattern =
  /^(?!\.|.*\.[.@])[\w!#$%&'*+/=?^`{|}~.-]+@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/i

/** An email address, stored in lower case and so unique regardless of case. */
export const emailAddress = z
  .email({ pattern: addressPattern })
  .max(254)
  .toLowerCase()
  .meta(docs('Email address, unique regardless of case.', { examples: ['ada.lovelace@example.com'] }))

const optionalLine = z.orNull(line(100))
/** Absent for most, which makes lists shorter. */
const unset = z.unknown().optional()

/** What is kept of a person and answered as it is. */
export const userFields = {
  id: answeredId.meta(docs('Id of the user.')),
  email: z.orNull(emailAddress).meta(docs('Email address; null if hidden from the caller.')),
  name: line(255).meta(docs('Full name.', { examples: ['Ada Lovelace'] })),
  title: optionalLine.meta(docs('Job title.', { examples: ['Head of Research'] })),
  department: optionalLine.meta(docs('Department.', { examples: ['Research'] })),
  role: UserRole,
  type: UserType.default('person'),
  is_active: z.boolean().default(true).meta(docs('Whether the user may sign in.')),
  locale: z.orNull(answeredName).meta(localeMeta),
  timezone: answeredName.default('UTC').meta(timezoneMeta),
  last_login_at: optionalTime.meta(docs('When the user last signed in.')),
  ...versioned,
}

/** The sort key of a user in lists. */
export const nameOrder = ({ name, id }: { name: string; id: string }) => sortableName(name, id)

/** The scopes of the words by which users are found: of name and e-mail address, and of the name alone. */
export const userSearchScope = 'user'
export const userNameSearchScope = 'user.name'

/** A picture: its file, and where the bytes of it are in the bucket. */
const Avatar = z.object({ file_id: z.string(), object_key: z.string(), content_type: z.string() })
export type Avatar = z.output<typeof Avatar>

export const users = entity({
  name: 'users.user',
  schema: z.object({
    ...userFields,
    /** To whom they report; absent for those of whom nobody has said it, which makes lists shorter. */
    manager: Person.nullable().optional(),
    // raised by what must end all sessions of the user at once: each session carries the one it was made under
    epoch: z.int().default(0),
    /** The session in which the epoch was raised, by a new password: it goes on. */
    kept_session_id: optionalText,
    // raised when the account is deactivated, which ends all tokens of programs for good; a new password does not
    token_epoch: z.int().default(0),
    /** When everything that was known of the person was removed; what points to them still finds a name. */
    erased_at: optionalTime,
    /** The name, until all that says it was found: an erasure that is begun again looks for it once more. */
    former_name: optionalText,
    /** The latest job that was to remove it. */
    erasure_job_id: optionalText,
    /** Their picture, as its file was when it last changed. */
    avatar: z.orNull(Avatar),
    /** By what a provider of single sign-on knows them, for good (OpenID Connect Core section 2); most have none. */
    identity: z.object({ issuer: z.string(), subject: z.string() }).nullable().optional(),
    /** What a directory calls them, for those whom it has provisioned (src/scim/user/directory.ts). */
    directory: unset,
    /** When the directory removed them, which it then knows nothing of until it provisions them again. */
    left_directory_at: unset,
    /** False for a person without a password; absent for most (src/users/user/sign-in-methods.ts). */
    has_password: z.boolean().optional(),
    /** One of `EmailStatus`, and absent for most, whose address is `ok`. */
    email_status: unset,
    /** True if an unconfirmed address replaced another one; absent for most. */
    is_email_moved: z.boolean().optional(),
    /** The groups that they were put into; which of these count is decided in group.ts. */
    group_ids: z.array(z.string()).default([]),
  }),
  key: ({ id }: { id: string }) => ({ pk: `user#${id}`, sk: 'user' }),
  lists: {
    all: {
      index: 'gsi1',
      partition: ({ erased_at }: { erased_at: string | null }) => (erased_at === null ? 'users' : null),
      shared: true,
      sort: nameOrder,
    },
    administrators: {
      index: 'gsi2',
      partition: ({ role, type, is_active }: { role: string; type: string; is_active: boolean }) =>
        role === 'admin' && type === 'person' && is_active ? 'administrators' : null,
      sort: ({ id }) => id,
    },
  },
  detail: ['identity', 'directory'],
  counters: ['last_login_at', 'avatar', 'group_ids'],
})

export type StoredUser = ThingOf<typeof users>

/** Returns the state of a user's email address. */
export const emailStatusOf = ({ email_status = 'ok' }: Pick<StoredUser, 'email_status'>) =>
  email_status as EmailStatus
