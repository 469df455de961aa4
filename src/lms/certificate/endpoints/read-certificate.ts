import { Readable } from 'node:stream'
import { pageHeaders, pageHtml } from '../../../platform/http/answer/html-page.ts'
import { streaming } from '../../../platform/http/exchange/response-stream.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { HttpReply } from '../../../platform/http/exchange/http-reply.ts'
import { prefersHtml } from '../../../platform/http/request/accepted-type.ts'
import { acceptedLanguages } from '../../../platform/http/request/accepted-language.ts'
import { pageLanguage } from '../../../platform/http/request/page-language.ts'
import { Certificate, certificates, presentCertificate } from '../../enrollment/certificate.ts'
import { certificatePage } from '../certificate-page.ts'
import { findCertificate } from '../certificates.ts'

export const readCertificate = endpoint('GET /lms/certificates/{id}', {
  summary: 'Get a certificate',
  isFunction: true,
  description:
    'For the certificate holder, the author of the course and administrators, as JSON or as a page to print.',
  stream: streaming,
  headers: { Accept: 'With `text/html`, the response is a page to print.' },
  success: 'The certificate.',
  response: Certificate,
  alsoProduces: ['text/html'],
  problems: [certificates.absent],
  handle: async ({ actor, params: { id }, header }) => {
    const certificate = await findCertificate(actor, id)
    const body = presentCertificate(certificate)
    if (!prefersHtml(header('accept'))) return new HttpReply(body)
    const page = certificatePage(certificate, pageLanguage(acceptedLanguages(header('accept-language'))))
    const headers = { ...pageHeaders(page), 'Content-Type': 'text/html; charset=utf-8' }
    return new HttpReply(body, {
      headers,
      stream: () => Readable.from([pageHtml(page)], { objectMode: false }),
    })
  },
})
