import { describe, expect, test } from 'vitest'
import { prefersHtml } from '../../src/platform/http/request/accepted-type.ts'

const chromium =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,' +
  'application/signed-exchange;v=b3;q=0.7'

describe('prefersHtml for clients that prefer HTML', () => {
  test.each([
    ['Chromium', chromium],
    ['Firefox', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['HTML alone', 'text/html'],
    ['HTML in capitals', 'TEXT/HTML'],
    ['any text', 'text/*'],
    ['JSON with less weight', 'application/json;q=0.5, text/html'],
    ['anything with less weight', '*/*;q=0.1, text/html;q=0.2'],
    ['no JSON', '*/*, application/json;q=0'],
    ['a parameter before the weight', 'text/html;charset=utf-8;q=0.9, application/json;q=0.8'],
    ['spaces around everything', ' text/html ; q = 0.9 , application/json ; q=0.8 '],
  ])('returns true for %s', (_, accept) => {
    expect(prefersHtml(accept)).toBe(true)
  })
})

describe('prefersHtml for other clients', () => {
  test.each([
    ['nothing', ''],
    ['anything', '*/*'],
    ['JSON', 'application/json'],
    ['JSON and HTML alike', 'application/json, text/html'],
    ['HTML and JSON alike', 'text/html, application/json'],
    ['HTML with less weight', 'text/html;q=0.9, application/json'],
    ['HTML and anything alike', 'text/html, */*'],
    ['no HTML, although any text', 'text/*;q=0.9, text/html;q=0'],
    ['any application', 'application/*, text/html;q=0.9'],
    ['a malformed weight', 'text/html;q=2'],
    ['HTML that is not a media range', 'html, text, /html, text/html/x'],
    ['images', 'image/avif, image/*'],
  ])('returns false for %s', (_, accept) => {
    expect(prefersHtml(accept)).toBe(false)
  })

  test('returns false without an Accept header', () => {
    expect(prefersHtml(undefined)).toBe(false)
  })
})
