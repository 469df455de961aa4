import type { Browser, Page } from 'playwright-core'
import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificates, makeCertificate } from '../../src/lms/enrollment/certificate.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { transact } from '../../src/platform/table/table.ts'
import { openAccountPage } from '../support/account-page.ts'
import { executablePath, hasBrowser, startBrowser } from '../support/browser.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { startService, type RunningService } from '../support/service.ts'

/** Maximum length of a name and of a title. */
const maxCharacters = 255

const repeated = (sentence: string) => sentence.repeat(maxCharacters).slice(0, maxCharacters)

/** Scripts that differ in direction, line breaks and height. Without a font for a script, the browser draws boxes. */
const scripts: [script: string, name: string, title: string, direction?: string][] = [
  ['Latin', 'Ñandú Wollstonecraft-Wetterstrand', repeated('Fire safety and first aid in laboratories. ')],
  ['Arabic', 'محمد بن عبد الله (ابن خلدون)', repeated('السلامة من الحرائق (2026). '), 'rtl'],
  ['Devanagari', 'अनुजा श्रीवास्तव त्रिपाठी', repeated('अग्नि सुरक्षा और प्राथमिक चिकित्सा। ')],
  ['Thai', 'สมชาย ใจดีศรีสุวรรณภูมิ', repeated('การป้องกันอัคคีภัยและการปฐมพยาบาล')],
  ['Chinese', '欧阳娜娜', repeated('消防安全与急救培训课程。')],
  ['wide letters without spaces', repeated('W'), repeated('W')],
]

let service: RunningService
let browser: Browser
let learner: SignedIn

/** Opens the page of a new certificate on a dark screen. */
const openCertificate = async (name: string, title: string, width = 1280) => {
  const course = { id: newId(), title, certificate: { valid_months: 12 } }
  const person = { id: learner.id, name }
  const certificate = makeCertificate({ course, person, at: '2026-03-01T09:30:00.000Z' })
  await transact([certificates.toCreate(certificate)])
  return openAccountPage(browser, `${service.url}/api/v1/lms/certificates/${certificate.id}`, {
    colorScheme: 'dark',
    viewport: { width, height: 800 },
    extraHTTPHeaders: { Authorization: `Bearer ${learner.token}` },
  })
}

/** Returns the texts whose lines leave the border of the certificate. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const main = document.querySelector('main')
    const border = main.getBoundingClientRect()
    return [...main.querySelectorAll('h1, p, small')].filter((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      return left < border.left || right > border.right || top < border.top || bottom > border.bottom
    }).map(({ textContent }) => textContent)
  })()`)

const texts = (page: Page) => page.locator('.name, .title').allTextContents()

/** Returns the text direction of the name, and the background of the page. */
const look = (page: Page) =>
  page.evaluate(`[
    getComputedStyle(document.querySelector('.name')).direction,
    getComputedStyle(document.documentElement).backgroundColor,
  ]`)

const absent = hasBrowser ? '' : `: skipped, because there is none at ${executablePath}`

describe.skipIf(!hasBrowser)(`GET /lms/certificates/{id} in a browser${absent}`, () => {
  beforeAll(async () => {
    ;[service, browser] = await Promise.all([startService(), startBrowser()])
    // the address of the service is the issuer of the token
    learner = await signedIn()
  })

  afterAll(async () => {
    await Promise.all([browser?.close(), service?.stop()])
  })

  test.each(scripts)(
    'prints one light A4 page with the longest title: %s',
    async (_, name, title, direction = 'ltr') => {
      const { page, wrong } = await openCertificate(name, title)

      const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })))
      const size = (await pdf.getPage(1)).view.map(Math.round)
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })

      expect([pdf.numPages, size]).toEqual([1, [0, 0, 595, 842]])
      expect(await texts(page)).toEqual([name, title])
      expect(await look(page)).toEqual([direction, 'rgb(255, 255, 255)'])
      expect(await overflowing(page)).toEqual([])
      expect(wrong).toEqual([])
      await page.context().close()
    },
  )

  test('fits a phone without scrolling sideways', async () => {
    const { page, wrong } = await openCertificate(repeated('W'), repeated('W'), 320)

    expect(await overflowing(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    expect(wrong).toEqual([])
    await page.context().close()
  })
})
