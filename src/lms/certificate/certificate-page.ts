import { escapeHtml, type HtmlPage } from '../../platform/http/answer/html-page.ts'
import { endpointUrl } from '../../platform/http/link.ts'
import type { PageLanguage } from '../../platform/http/request/page-language.ts'
import type { StoredCertificate } from '../enrollment/certificate.ts'

/**
 * Style for one page of light A4 paper; also on dark screens, since the page is made for printing. The distance of the
 * border from the edge is padding, because browsers print their own header and footer into a margin of the paper.
 */
const style = [
  '@page{size:A4;margin:0}:root{color-scheme:light;color:#1b2330;background:#fff}',
  'body{margin:0;padding:10mm;font:12pt/1.5 system-ui,"Noto Sans",sans-serif}',
  'main{box-sizing:border-box;max-width:190mm;height:276mm;margin:0 auto;padding:20mm 15mm;',
  'display:flex;flex-direction:column;justify-content:space-between;overflow:hidden;text-align:center;',
  'text-wrap:balance;overflow-wrap:anywhere;break-inside:avoid;border:4mm double #1f4e8c}',
  'h1{margin:0;font-size:30pt;line-height:1.2;color:#1f4e8c}p{margin:0 0 6mm}',
  '.name,.title{font-size:24pt;line-height:1.35;font-weight:600}.long{font-size:14pt;line-height:1.5}',
  'small{display:block;font-size:9pt;color:#4d5a6c}',
  '@media screen and (max-width:210mm){body{padding:3mm}main{height:auto;padding:10mm 5mm;border-width:2mm;gap:10mm}',
  'h1{font-size:22pt}.name,.title{font-size:18pt}.long{font-size:13pt}}',
].join('')

interface Texts {
  heading: string
  certifies: string
  completed: string
  issued: string
  until: string
  verify: string
}

const texts: Record<PageLanguage, Texts> = {
  en: {
    heading: 'Certificate',
    certifies: 'This certifies that',
    completed: 'has completed the course',
    issued: 'Issued on',
    until: 'Valid until',
    verify: 'Verify this certificate at',
  },
  de: {
    heading: 'Zertifikat',
    certifies: 'Hiermit wird bescheinigt:',
    completed: 'hat diesen Kurs abgeschlossen:',
    issued: 'Ausgestellt am',
    until: 'Gültig bis',
    verify: 'Dieses Zertifikat prüfen:',
  },
  fr: {
    heading: 'Certificat',
    certifies: 'Ce certificat atteste que',
    completed: 'a terminé le cours',
    issued: 'Délivré le',
    until: 'Valable jusqu’au',
    verify: 'Vérifier ce certificat :',
  },
  es: {
    heading: 'Certificado',
    certifies: 'Se certifica que',
    completed: 'ha completado el curso',
    issued: 'Expedido el',
    until: 'Válido hasta el',
    verify: 'Verificar este certificado:',
  },
}

/** Number of characters from which a name or a title is set smaller, so that everything fits on one page. */
const longCharacters = 60

const emphasized = (kind: 'name' | 'title', text: string) =>
  `<p class="${kind}${text.length > longCharacters ? ' long' : ''}" dir="auto">${escapeHtml(text)}</p>`

/** Returns a certificate as a page to print. */
export const certificatePage = (certificate: StoredCertificate, language: PageLanguage): HtmlPage => {
  const { name_then, course_title, issued_at, valid_until, code } = certificate
  const words = texts[language]
  const date = (at: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))
  const dates = [
    `${words.issued} ${date(issued_at)}`,
    ...(valid_until ? [`${words.until} ${date(valid_until)}`] : []),
  ]
  const address = endpointUrl('/lms/certificates/verify/{code}', { code })
  return {
    title: `${words.heading}: ${course_title}`,
    language,
    style,
    body: `<main>
<h1>${words.heading}</h1>
<div>
<p>${words.certifies}</p>
${emphasized('name', name_then)}
<p>${words.completed}</p>
${emphasized('title', course_title)}
</div>
<div>
${dates.map((line) => `<p>${line}</p>`).join('\n')}
<small>${words.verify}<br>${escapeHtml(address)}</small>
</div>
</main>`,
  }
}
