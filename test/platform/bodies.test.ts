import type { Context } from 'aws-lambda'
import { describe, expect, test } from 'vitest'
import { handler as login } from '../../src/auth/endpoints/login.ts'
import { call, eventOf } from '../support/call.ts'

const send = (body: string) => call(login, { body, headers: { 'Content-Type': 'application/json' } })

const repeated = (text: string, times: number) => Array(times).fill(text).join()

describe('A body', () => {
  test('is refused as soon when its names are long and their values have many members', async () => {
    const name = 'é€'.repeat(60_000)

    const answer = await send(`{"${name}": [${repeated('0', 350_000)}], "email": "a@example.com"}`)

    expect([answer.status, answer.body.detail]).toEqual([422, '"password" is required.'])
  })

  test('is named by no more than the beginning of a field that it makes up', async () => {
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
    'is refused with the field "%s", that no request has',
    async (name) => {
      const answer = await send(
        `{"email": "a@example.com", "password": "x", "${name}": {"email": "b@example.com"}}`,
      )

      expect([answer.status, answer.body.detail]).toEqual([422, `"${name}" is not a field of this request.`])
    },
  )

  test.each([
    ['', '{"__proto__": {"email": "a@example.com"}, "password": "x"}', '"__proto__"'],
    [' deep in it', '{"a": [{"b": {"__proto__": 1}}]}', '"a[0].b.__proto__"'],
    [' in other letters', '{"\\u005f_proto__": {}}', '"__proto__"'],
  ])('is refused with a name%s that says what an object inherits', async (_, body, field) => {
    const answer = await send(body)

    expect([answer.status, answer.body.detail]).toEqual([422, `${field} is a name that no field may have.`])
  })

  test('is read from bytes as from text, and only if it is an object', async () => {
    const texts = ['{"email": 1}', '[]', 'null', '"{}"', '{', '\ufeff{}', '']

    const answers = await Promise.all(
      texts.flatMap((text) => [
        send(text),
        login(
          {
            ...eventOf(login),
            body: Buffer.from(text).toString('base64'),
            isBase64Encoded: true,
          },
          {} as Context,
        ).then(({ statusCode: status }) => ({ status })),
      ]),
    )

    expect(answers.map(({ status }) => status)).toEqual([422, 422, ...Array<number>(12).fill(400)])
  })
})
