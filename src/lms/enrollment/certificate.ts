import { createHash, randomBytes } from 'node:crypto'
import { docs } from '#docs'
import {
  answeredId,
  answeredName,
  answeredText,
  optionalTime,
  Person,
  timestamp,
} from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { monthsAfter } from './duty.ts'

export const Certificate = z.described(
  docs('A certificate of a completed course, with the names of that day.', { id: 'Certificate' }),
  {
    id: answeredId.meta(docs('ID of the certificate.')),
    course: z
      .described(docs('The completed course.', { id: 'CertifiedCourse' }), {
        id: answeredId.meta(docs('ID of the course, which may no longer exist.')),
        title: answeredName.meta(docs('Title of the course on the day of the completion.')),
      })
      .meta(docs('The completed course.')),
    user: Person.meta(docs('The person, by the name of that day.')),
    issued_at: timestamp.meta(docs('Time of the completion.')),
    valid_until: optionalTime.meta(docs('End of the validity; null if it does not expire.')),
    code: answeredText(22).meta(
      docs('Code by which anyone can verify the certificate.', { examples: ['hX0Zs1mT4cQv7bYk2nLw9A'] }),
    ),
  },
)

/**
 * Returns the ID of the certificate with a code. It is derived, so that a verification needs one read and its response
 * no ID.
 */
export const certificateId = (code: string): string => {
  const hex = createHash('sha256').update(`certificate#${code}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** Certificates of completed courses. They outlive the course and the account, and keep the words of their day. */
export const certificates = entity({
  name: 'lms.certificate',
  schema: z.object({
    id: z.string(),
    code: z.string(),
    course_id: z.string(),
    course_title: z.string(),
    user_id: z.string(),
    /** Not a {@link Person}, whose name would change with a rename. */
    name_then: z.string(),
    issued_at: timestamp,
    valid_until: optionalTime,
    version: z.int(),
  }),
  key: ({ id }: { id: string }) => ({ pk: `certificate#${id}`, sk: 'certificate' }),
  lists: {
    ofUser: {
      index: 'gsi1',
      partition: ({ user_id }: { user_id: string }) => `user#${user_id}#certificates`,
      sort: ({ issued_at, id }) => `${issued_at}#${id}`,
      order: 'descending',
    },
    ofCourse: {
      index: 'gsi2',
      partition: ({ course_id }: { course_id: string }) => `course#${course_id}#certificates`,
      sort: ({ issued_at, id }) => `${issued_at}#${id}`,
      order: 'descending',
    },
  },
})

export type StoredCertificate = ThingOf<typeof certificates>

interface Completion {
  course: { id: string; title: string; certificate: { valid_months: number | null } | null }
  person: { id: string; name: string }
  at: string
}

/** Returns a new certificate for a completion; its code has 128 random bits. */
export const makeCertificate = ({ course, person, at }: Completion): StoredCertificate => {
  const code = randomBytes(16).toString('base64url')
  const months = course.certificate?.valid_months ?? null
  return certificates.make({
    id: certificateId(code),
    code,
    course_id: course.id,
    course_title: course.title,
    user_id: person.id,
    name_then: person.name,
    issued_at: at,
    valid_until: months === null ? null : monthsAfter(at, months),
  })
}

/** Returns the response for a certificate. */
export const presentCertificate = ({
  course_id,
  course_title,
  user_id,
  name_then,
  ...rest
}: StoredCertificate) => ({
  ...rest,
  course: { id: course_id, title: course_title },
  user: { id: user_id, name: name_then },
})

/** Returns true while a certificate is valid. */
export const isValid = ({ valid_until }: Pick<StoredCertificate, 'valid_until'>): boolean =>
  valid_until === null || Date.parse(valid_until) > Date.now()
