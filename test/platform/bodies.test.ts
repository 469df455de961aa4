import type { Context } from 'aws-lambda'
import { describe, expect, test } from 'vitest'
import { login } from '../../src/auth/endpoints/login.ts'
import { createSpace } from '../../src/wiki/endpoints/create-space.ts'
import { createPage } from '../../src/wiki/endpoints/create-page.ts'
import { call, eventOf } from '../support/call.ts'
import { givenOwnPage } from '../support/given.ts'
import { signedIn } from '../support/people.ts'

const send = (body: string) => call(login, { body, headers: { 'Content-Type': 'application/json' } })

const sendBytes = async (bytes: Buffer) => {
  const event = { ...eventOf(login), body: bytes.toString('base64'), isBase64Encoded: true }
  const { statusCode, body } = await login(event, {} as Context)
  return { status: statusCode, detail: (JSON.parse(body) as { detail: string }).detail }
}

const repeated = (text: string, times: number) => Array(times).fill(text).join()

describe('A body of somebody who is signed in', () => {
  test('is refused as quickly when its names are long and their values have many members', async () => {
    const name = 'é€'.repeat(60_000)
    const body = `{"${name}": [${repeated('0', 49_000)}], "title": "A title"}`

    const answer = await call(createPage, { as: await signedIn(), body })

    expect([answer.status, answer.body.detail]).toEqual([422, '"space_id" is required.'])
  })

  test.each([
    ['numbers', `[${repeated('0', 50_000)}]`],
    ['lists', `[${repeated('[]', 25_000)}]`],
    ['fields', `{${Array.from({ length: 50_000 }, (_, n) => `"${n}":0`).join()}}`],
  ])('is refused with more than 50 000 %s', async (_, value) => {
    const answer = await call(createPage, { as: await signedIn(), body: `{"a": ${value}}` })

    expect([answer.status, answer.body.detail]).toEqual([422, 'The body may have at most 50000 values.'])
  })

  test('may have as many commas and brackets in its texts as it likes', async () => {
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

    const answer = await call(createSpace, { as, body, headers: { 'Content-Type': 'application/json' } })
    const encoded = await createSpace({ ...event, isBase64Encoded: true }, {} as Context)

    expect([answer.status, answer.body.name]).toEqual([201, 'With a mark'])
    expect(encoded.statusCode).toBe(201)
  })

  test('from an anonymous caller may have 16 KiB', async () => {
    const fields = '{"email": "a@example.com", "password": "x"'
    const answers = [fields.length + 1, fields.length].map((length) =>
      send(`${fields}${' '.repeat(16_384 - length)}}`),
    )

    expect((await Promise.all(answers)).map(({ status, body }) => [status, body.detail])).toEqual([
      [401, expect.any(String)],
      [413, 'The body may have at most 16384 bytes.'],
    ])
  })

  test.each([
    ['Latin-1', Buffer.from('{"email": "caf\xe9@example.com", "password": "x"}', 'latin1')],
    ['half a character', Buffer.from('{"password": "\xe2\x82"}', 'latin1')],
    ['an encoded surrogate', Buffer.from('{"password": "\xed\xa0\x80"}', 'latin1')],
  ])('is refused in %s', async (_, bytes) => {
    expect(await sendBytes(bytes)).toEqual({ status: 400, detail: 'The body must be encoded in UTF-8.' })
  })

  test('is reported by at most the beginning of a made-up field', async () => {
    const { body } = await send(
      JSON.stringify({ email: 'a@example.com', password: 'x', ['😀'.repeat(200)]: 1 }),
    )

    expect(body.detail).toBe(`"${'😀'.repeat(100)}…" is not a field of this request.`)
  })

  test.each([
    ['in a name', '{"a": [0, {"b\\ud800": 0}]}', '"a[1].b\ufffd" must be well-formed Unicode.'],
    ['in a value', '{"a": [0, {"b": ["", "\\udc00"]}]}', '"a[1].b[1]" must be well-formed Unicode.'],
  ])('is refused with half a character %s', async (_, body, detail) => {
    const answer = await send(body)

    expect([answer.status, answer.body.detail]).toEqual([422, detail])
  })

  test.each(['constructor', 'toString', ''])(
    'is refused with the field "%s", which no request has',
    async (name) => {
      const answer = await send(
        `{"email": "a@example.com", "password": "x", "${name}": {"email": "b@example.com"}}`,
      )

      expect([answer.status, answer.body.detail]).toEqual([422, `"${name}" is not a field of this request.`])
    },
  )

  test.each([
    ['', '{"__proto__": {"email": "a@example.com"}, "password": "x"}', '"__proto__"'],
    [' deep in it', '{"a": [{"b": {"__proto__": 1}}]}', '"__proto__"'],
    [' in other letters', '{"\\u005f_proto__": {}}', '"__proto__"'],
    [' of a class', '{"constructor": {"prototype": {}}}', '"constructor"'],
  ])('is refused with a name%s that says what an object inherits', async (_, body, field) => {
    const answer = await send(body)

    expect([answer.status, answer.body.detail]).toEqual([422, `${field} is not allowed as a field name.`])
  })

  test('is read from bytes like from text, and only if it is an object', async () => {
    const texts = ['{"email": 1}', '[]', 'null', '"{}"', '{', '\ufeff[]', '']

    const answers = await Promise.all(texts.flatMap((text) => [send(text), sendBytes(Buffer.from(text))]))

    expect(answers.map(({ status }) => status)).toEqual([422, 422, ...Array<number>(12).fill(400)])
  })
})
