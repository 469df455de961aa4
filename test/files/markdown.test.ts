import { describe, expect, test } from 'vitest'
import { renderMarkdown } from '../../src/files/endpoints/render-markdown.ts'
import { call } from '../support/call.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn } from '../support/people.ts'

describe('POST /markdown', () => {
  test('returns the HTML of each text in order, without markup that could run', async () => {
    const texts = ['All **read**.', '', '<img src=x onerror=alert(1)>']

    const { status, body } = await call(renderMarkdown, { as: await signedIn(), body: { texts } })

    expect([status, body]).toEqual([
      200,
      { html: ['<p>All <strong>read</strong>.</p>', '', '&#x3C;img src=x onerror=alert(1)>'] },
    ])
  })

  test('shows pictures only to people who may read their files', async () => {
    const [owner, outsider] = await Promise.all([signedIn(), signedIn()])
    const file = await givenFile(owner, { name: 'map.png', bytes: 'map', content_type: 'image/png' })
    const body = { texts: [`![A map](/api/v1/files/${file.id}/contents)`] }

    const shown = await call(renderMarkdown, { as: owner, body })
    const hidden = await call(renderMarkdown, { as: outsider, body })

    expect(shown.body.html[0]).toMatch(/^<p><img src="http/)
    expect(hidden.body.html).toEqual(['<p>A map</p>'])
  })

  test.each([
    ['no text', []],
    ['more than 100 texts', Array.from({ length: 101 }, () => 'a')],
    ['a long text', ['a'.repeat(200_001)]],
  ])('rejects %s', async (_, texts) => {
    const { status } = await call(renderMarkdown, { as: await signedIn(), body: { texts } })

    expect(status).toBe(422)
  })

  test('requires a token', async () => {
    const { status } = await call(renderMarkdown, { body: { texts: ['a'] } })

    expect(status).toBe(401)
  })
})
