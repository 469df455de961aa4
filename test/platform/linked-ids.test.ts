import { afterEach, describe, expect, test, vi } from 'vitest'
import { linkedIds } from '../../src/platform/http/linked-ids.ts'
import { pageType } from '../../src/wiki/page/page.ts'

const a = '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11'
const b = '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a12'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('linkedIds', () => {
  test.each([
    ['a path', `[a](/api/v1/wiki/pages/${a})`],
    ['an address', `<https://api.example.com/api/v1/wiki/pages/${a}>`],
    ['an address of our page for it', `<https://api.example.com/view/wiki_page/${a}>`],
    ['a reference', `[a]: /api/v1/wiki/pages/${a} "A page"`],
    ['a part of the page', `[a](/api/v1/wiki/pages/${a}#part)`],
    ['capital letters', `/api/v1/wiki/pages/${a.toUpperCase()}.`],
    ['several links to it', `/api/v1/wiki/pages/${a} /api/v1/wiki/pages/${a}`],
  ])('finds an ID in %s', (_, text) => {
    expect(linkedIds(pageType, text)).toEqual([a])
  })

  test.each([
    ['an id alone', a],
    ['another path', `/api/v1/wiki/spaces/${a}`],
    ['our page for something else', `/view/wiki_space/${a}`],
    ['an id that goes on', `/api/v1/wiki/pages/${a}0`],
    ['an address of a client that is not configured', `https://intra.example.com/wiki/${a}`],
  ])('finds no ID in %s', (_, text) => {
    expect(linkedIds(pageType, text)).toEqual([])
  })

  test('finds IDs in URLs of the company’s own client', () => {
    vi.stubEnv('APP_URLS', 'wiki_page=https://intra.example.com/wiki/{id}?view=all')

    const text = `https://intra.example.com/wiki/${b}?view=all, https://intraxexample.com/wiki/${a}?view=all`

    expect(linkedIds(pageType, `${text} /api/v1/wiki/pages/${a}`)).toEqual([a, b])
  })
})
