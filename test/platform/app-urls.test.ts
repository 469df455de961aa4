import { describe, expect, test } from 'vitest'
import { parseAppUrls } from '../../src/platform/http/app-urls.ts'

describe('parseAppUrls', () => {
  test('returns the pattern of each type', () => {
    const patterns = parseAppUrls(
      'wiki_page=https://intra.example.com/wiki/{id}?from=mail, lesson = http://learn/{parent_id}#{id},',
    )

    expect([...patterns]).toEqual([
      ['wiki_page', 'https://intra.example.com/wiki/{id}?from=mail'],
      ['lesson', 'http://learn/{parent_id}#{id}'],
    ])
  })

  test('accepts an empty text', () => {
    expect(parseAppUrls('').size).toBe(0)
  })

  test.each([
    ['https://intra.example.com', /^APP_URLS must list <type>=<pattern> with commas, but has "https:/],
    [
      'page=https://example.com/{id}',
      /^APP_URLS has the unknown type "page": the types are wiki_space, wiki_page,/,
    ],
    ['task=https://a.example/{id},task=https://b.example/{id}', /^APP_URLS has two patterns for task\.$/],
    ['task=https://example.com/tasks', /^APP_URLS needs \{id\} in the pattern of task\.$/],
    [
      'task=https://example.com/{key}/{id}',
      /^APP_URLS has the unsupported \{key\} in the pattern of task\.$/,
    ],
    [
      'task=https://example.com/{parent_id}/{id}',
      /^APP_URLS has the unsupported \{parent_id\} in the pattern of task\.$/,
    ],
    ['task=javascript:open({id})', /^APP_URLS needs a URL with https:\/\/ or http:\/\/ as/],
    ['task=/tasks/{id}', /^APP_URLS needs a URL .* as the pattern of task\.$/],
    ['task=https://a b/{id}', /^APP_URLS needs a URL .* as the pattern of task\.$/],
    ['task=https://me@example.com/{id}', /^APP_URLS needs a URL .* as the pattern of task\.$/],
  ])('rejects %j', (text, problem) => {
    expect(() => parseAppUrls(text)).toThrow(problem)
  })
})
