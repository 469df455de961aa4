import { docs } from '#docs'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { HttpReply } from '../../../platform/http/exchange/http-reply.ts'
import { answeredName, optionalTime, timestamp } from '../../../platform/schema/fields.ts'
import * as z from '../../../platform/schema/schema.ts'
import { certificateId, certificates, isValid } from '../../enrollment/certificate.ts'

const VerifiedCertificate = z.described(docs('A verified certificate.', { id: 'VerifiedCertificate' }), {
  valid: z.boolean().meta(docs('True unless the certificate has expired.')),
  name: answeredName.meta(docs('Name of the person.')),
  course_title: answeredName.meta(docs('Title of the course.')),
  issued_at: timestamp.meta(docs('Time of the completion.')),
  valid_until: optionalTime.meta(docs('End of the validity; null if it does not expire.')),
})

export const verifyCertificate = endpoint('GET /lms/certificates/verify/{code}', {
  summary: 'Verify a certificate by its code',
  description: 'For anyone, without signing in. The code is printed on the certificate.',
  access: 'public',
  params: {
    code: z.string().meta(docs('Code of the certificate.', { examples: ['hX0Zs1mT4cQv7bYk2nLw9A'] })),
  },
  response: VerifiedCertificate,
  problems: [certificates.absent],
  handle: async ({ params: { code } }) => {
    const certificate = await certificates.get({ id: certificateId(code) })
    const { name_then: name, course_title, issued_at, valid_until } = certificate
    const body = { valid: isValid(certificate), name, course_title, issued_at, valid_until }
    return new HttpReply(body, { headers: { 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' } })
  },
})
