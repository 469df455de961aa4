import { describe, expect, test } from 'vitest'
import { place, put, readLink, uploadLink } from '../support/s3.ts'
import { world } from '../support/world.ts'

const origin = 'https://editor.example.com'

const corsOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

const readable = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, PUT',
  'access-control-expose-headers': 'ETag',
}

describe('a browser', () => {
  const preflight = (headers: Record<string, string>) =>
    fetch(`${world().endpoints.s3}/any/thing`, { method: 'OPTIONS', headers })

  test.each(['GET', 'HEAD', 'PUT'])('may send %s with any header', async (method) => {
    const response = await preflight({
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'content-type,if-none-match',
    })

    expect(response.status).toBe(200)
    expect(corsOf(response)).toEqual({
      ...readable,
      'access-control-allow-headers': 'content-type,if-none-match',
    })
    expect(response.headers.get('vary')).toContain('Origin')
  })

  test('may not send DELETE', async () => {
    const response = await preflight({ Origin: origin, 'Access-Control-Request-Method': 'DELETE' })

    expect(response.status).toBe(403)
    expect(corsOf(response)).toEqual({})
  })

  test('must send its origin', async () => {
    const response = await preflight({ 'Access-Control-Request-Method': 'GET' })

    expect(response.status).toBe(400)
  })

  test('can read the responses to its uploads, downloads and refused requests', async () => {
    const to = place()
    const { url, headers } = await uploadLink(to, 5)
    const upload = () => fetch(url, { method: 'PUT', headers: { ...headers, Origin: origin }, body: 'hello' })

    const answers = [
      await upload(),
      await upload(),
      await fetch(await readLink(to), { headers: { Origin: origin } }),
      await fetch(await readLink(place()), { headers: { Origin: origin } }),
      await fetch(`${world().endpoints.s3}/any/thing`, { headers: { Origin: origin } }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 412, 200, 404, 403])
    for (const answer of answers) expect(corsOf(answer)).toEqual(readable)
  })

  test('gets CORS headers only if it sends an origin', async () => {
    const from = place()
    await put(from)

    const response = await fetch(await readLink(from))

    expect(corsOf(response)).toEqual({})
  })
})
