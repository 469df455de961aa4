import type { Context } from 'aws-lambda'
import { describe, expect, test } from 'vitest'
import { login } from '../../src/auth/endpoints/login.ts'
import { createSpace } from '../../src/wiki/endpoints/create-space.ts'
import { createPage } from '../../src/wiki/endpoints/create-page.ts'
import { call, eventOf, raw } from '../support/call.ts'
import { givenOwnPage } from '../support/given.ts'
import { signedIn } from '../support/people.ts'

const send = (body: string) =>
  call(login, { body: raw(body), headers: { 'Content-Type': 'application/json' } })

const sendBytes = async (bytes: Buffer) => {
  const event = { ...eventOf(login), body: bytes.toString('base64'), isBase64Encoded: true }
  const { statusCode, body } = await login(event, {} as Context)
  return { status: statusCode, detail: (JSON.parse(body) as { detail: string }).detail }
}

const repeated = (text: string, times: number) => Array(times).fill(text).join()

describe('A body from a signed-in caller', () => {
  test('reaches validation with long names and values of many members', async () => {
    const name = 'é€'.repeat(60_000)
    const body = `{"${name}": [${repeated('0', 49_000)}], "title": "A title"}`

    const answer = await call(createPage, { as: await signedIn(), body: raw(body) })

    expect([answer.status, answer.detail]).toEqual([422, '"space_id" is required.'])
  })

  test.each([
    ['numbers', `[${repeated('0', 50_000)}]`],
    ['lists', `[${repeated('[]', 25_000)}]`],
    ['fields', `{${Array.from({ length: 50_000 }, (_, n) => `"${n}":0`).join()}}`],
  ])('causes a 422 with more than 50,000 %s', async (_, value) => {
    const answer = await call(createPage, { as: await signedIn(), body: raw(`{"a": ${value}}`) })

    expect([answer.status, answer.detail]).toEqual([422, 'The body must not have more than 50000 values.'])
  })

  test('may contain any number of commas and brackets in its texts', async () => {
    const { author, space } = await givenOwnPage()
    const content = '\\",[{'.repeat(100_000)
    const body = { title: 'A title', space_id: space.id, content }

    const answer = await call(createPage, { as: author, body })

    expect([answer.status, answer.body.content]).toEqual([201, content])
  })
})

describe('A body', () => {
  test('may begin with a byte order mark', async () => {
    const as = await signedIn()
    const body = `\ufeff${JSON.stringify({ name: 'With a mark' })}`
    const event = { ...eventOf(createSpace, { as }), body: Buffer.from(body).toString('base64') }

    const answer = await call(createSpace, {
      as,
      body: raw(body),
      headers: { 'Content-Type': 'application/json' },
    })
    const encoded = await createSpace({ ...event, isBase64Encoded: true }, {} as Context)

    expect([answer.status, answer.body.name]).toEqual([201, 'With a mark'])
    expect(encoded.statusCode).toBe(201)
  })

  test('may have 16 KiB from an anonymous caller', async () => {
    const fields = '{"email": "a@example.com", "password": "x"'
    const answers = [fields.length + 1, fields.length].map((length) =>
      send(`${fields}${' '.repeat(16_384 - length)}}`),
    )

    expect((await Promise.all(answers)).map(({ status, detail }) => [status, detail])).toEqual([
      [401, expect.any(String)],
      [413, 'The body must not be larger than 16384 bytes.'],
    ])
  })

  test.each([
    ['Latin-1', Buffer.from('{"email": "caf\xe9@example.com", "password": "x"}', 'latin1')],
    ['half a character', Buffer.from('{"password": "\xe2\x82"}', 'latin1')],
    ['an encoded surrogate', Buffer.from('{"password": "\xed\xa0\x80"}', 'latin1')],
  ])('causes a 400 with %s', async (_, bytes) => {
    expect(await sendBytes(bytes)).toEqual({ status: 400, detail: 'The body must be encoded in UTF-8.' })
  })

  test('causes an error with at most the beginning of an unknown field name', async () => {
    const { detail } = await send(
      JSON.stringify({ email: 'a@example.com', password: 'x', ['😀'.repeat(200)]: 1 }),
    )

    expect(detail).toBe(`"${'😀'.repeat(100)}…" is not a field of this request.`)
  })

  test.each([
    ['in a name', '{"a": [0, {"b\\ud800": 0}]}', '"a[1].b\ufffd" must be well-formed Unicode.'],
    ['in a value', '{"a": [0, {"b": ["", "\\udc00"]}]}', '"a[1].b[1]" must be well-formed Unicode.'],
  ])('causes a 422 with half a surrogate pair %s', async (_, body, detail) => {
    const answer = await send(body)

    expect([answer.status, answer.detail]).toEqual([422, detail])
  })

  test.each(['constructor', 'toString', ''])(
    'causes a 422 with the field "%s", which no request has',
    async (name) => {
      const answer = await send(
        `{"email": "a@example.com", "password": "x", "${name}": {"email": "b@example.com"}}`,
      )

      expect([answer.status, answer.detail]).toEqual([422, `"${name}" is not a field of this request.`])
    },
  )

  test.each([
    ['', '{"__proto__": {"email": "a@example.com"}, "password": "x"}', '"__proto__"'],
    [' deep in it', '{"a": [{"b": {"__proto__": 1}}]}', '"__proto__"'],
    [' in other letters', '{"\\u005f_proto__": {}}', '"__proto__"'],
    [' of a class', '{"constructor": {"prototype": {}}}', '"constructor"'],
  ])('causes a 422 with a name%s that objects inherit', async (_, body, field) => {
    const answer = await send(body)

    expect([answer.status, answer.detail]).toEqual([422, `${field} is not allowed as a field name.`])
  })

  test('parses the same from bytes and from text, and only as an object', async () => {
    const texts = ['{"email": 1}', '[]', 'null', '"{}"', '{', '\ufeff[]', '']

    const answers = await Promise.all(texts.flatMap((text) => [send(text), sendBytes(Buffer.from(text))]))

    expect(answers.map(({ status }) => status)).toEqual([422, 422, ...Array<number>(12).fill(400)])
  })
})
