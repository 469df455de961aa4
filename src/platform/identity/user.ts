import { docs } from '#docs'
import { environment } from '../runtime/environment.ts'
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

export const userType = { type: 'user', path: '/users/{id}' } as const

/** Name that replaces an erased one. */
export const formerName = 'Former colleague'

export const UserRole = z
  .enum(['user', 'support_agent', 'admin'])
  .meta(docs('Role: an ordinary user, a support agent or an administrator.'))

/** Returns true for support agents and administrators. */
export const isAgent = ({ role }: { role: z.output<typeof UserRole> }): boolean => role !== 'user'

export const UserType = z
  .enum(['person', 'service'])
  .meta(
    docs(
      'Type: a person, or a service account, which has no sign-in and is used by programs with access tokens.',
    ),
  )

export const EmailStatus = z
  .enum(['ok', 'unconfirmed', 'bounced', 'complained'])
  .meta(
    docs(
      'State of the email address: `unconfirmed` until the person or an administrator confirms it, `bounced` ' +
        'if it has permanently rejected an email, `complained` if its owner has reported an email as spam. ' +
        'Content is sent only to addresses that are `ok`. Set `ok` to confirm an address, or to resume sending ' +
        'to it.',
    ),
  )

export type EmailStatus = z.output<typeof EmailStatus>

export const localeMeta = docs(
  'Preferred language (BCP 47 tag). Notifications are in English, German, French or Spanish, and in English for all ' +
    'other languages.',
  { examples: ['en'] },
)
export const timezoneMeta = docs('Time zone (IANA name).', { examples: ['Europe/Berlin'] })

/** Address syntax of RFC 5321 (dot-string of atext), without quoted local parts and domains of one label. */
const addressPattern =
  /^(?!\.|.*\.[.@])[\w!#$%&'*+/=?^`{|}~.-]+@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/i

/** Schema of an email address; stored in lower case, and thus unique regardless of case. */
export const emailAddress = z
  .email({ pattern: addressPattern })
  .max(254)
  .toLowerCase()
  .meta(docs('Email address, unique regardless of case.', { examples: ['ada.lovelace@example.com'] }))

const optionalLine = z.orNull(line(100))
/** Schema of a field that most users lack, which makes lists shorter. */
const unset = z.unknown().optional()

/** Fields of a user that are stored and returned unchanged. */
export const userFields = {
  id: answeredId.meta(docs('ID of the user.')),
  email: z.orNull(emailAddress).meta(docs('Email address; null if hidden from the caller.')),
  name: line(255).meta(docs('Full name.', { examples: ['Ada Lovelace'] })),
  title: optionalLine.meta(docs('Job title.', { examples: ['Head of Research'] })),
  department: optionalLine.meta(docs('Department.', { examples: ['Research'] })),
  role: UserRole,
  type: UserType.default('person'),
  is_active: z.boolean().default(true).meta(docs('True if the user may sign in.')),
  locale: z.orNull(answeredName).meta(localeMeta),
  timezone: answeredName.default('UTC').meta(timezoneMeta),
  last_login_at: optionalTime.meta(docs('Time of the last sign-in.')),
  ...versioned,
}

/** Returns the sort key of a user in lists. */
export const nameOrder = ({ name, id }: { name: string; id: string }) => sortableName(name, id)

/** Scopes of index terms by which users are found: name and email address, and the name alone. */
export const userSearchScope = 'user'
export const userNameSearchScope = 'user.name'

/** Returns the search scope for people, which includes email addresses if colleagues may see them. */
export const userSearchScopes = (): string[] => [
  environment.showsEmails ? userSearchScope : userNameSearchScope,
]

/** An avatar: its file, and the location of its bytes in the bucket. */
const Avatar = z.object({ file_id: z.string(), object_key: z.string(), content_type: z.string() })
export type Avatar = z.output<typeof Avatar>

export const users = entity({
  name: 'users.user',
  schema: z.object({
    ...userFields,
    /** The person's manager; absent if unknown, which makes lists shorter. */
    manager: Person.nullable().optional(),
    // incremented to end all sessions of the user at once: each session carries its epoch
    epoch: z.int().default(0),
    /** ID of the session that incremented the epoch by setting a new password; it stays open. */
    kept_session_id: optionalText,
    // incremented by deactivation, which ends all tokens of programs for good; a new password does not increment it
    token_epoch: z.int().default(0),
    /** Time at which all personal data was erased; references to the person still find a name. */
    erased_at: optionalTime,
    /** Former name, kept until all copies of it have been found: a restarted erasure searches for it again. */
    former_name: optionalText,
    /** ID of the latest erasure job. */
    erasure_job_id: optionalText,
    /** Avatar, with its file as of the last change. */
    avatar: z.orNull(Avatar),
    /** Permanent identity at a single sign-on provider (OpenID Connect Core section 2); absent for most. */
    identity: z.object({ issuer: z.string(), subject: z.string() }).nullable().optional(),
    /** Identity in the directory that provisioned the person (src/scim/directory.ts). */
    directory: unset,
    /** Time at which the directory removed the person; it does not see them until it provisions them again. */
    left_directory_at: unset,
    /** False for a person without a password; absent for most (src/users/user/sign-in-methods.ts). */
    has_password: z.boolean().optional(),
    /** One of `EmailStatus`; absent for most, whose address is `ok`. */
    email_status: unset,
    /** True if an unconfirmed address replaced another one; absent for most. */
    is_email_moved: z.boolean().optional(),
    /** Groups that the person was added to; principals.ts decides which of them count. */
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
export const toEmailStatus = ({ email_status = 'ok' }: Pick<StoredUser, 'email_status'>) =>
  email_status as EmailStatus
