import { median } from '../bench/measures.ts'
import type { Part } from './attack.ts'
import type { Operation } from './contract.ts'
import { asking, type Answer } from './sending.ts'

/**
 * Checks that a sign-in does not reveal who has an account, by content or timing, and that guessing is limited to five
 * failures per email and address, also if they are concurrent. The owner must be able to sign in from elsewhere.
 */
export const logins: Part = async ({ contract, random, send, violated, note, person, mark, isBrief }) => {
  /** Number of timed sign-ins of each kind. */
  const timed = isBrief ? 15 : 25
  const find = (id: string) => contract.operations.find((operation) => operation.id === id) as Operation
  const [login, create] = [find('auth_login'), find('users_create_user')]
  const admin = await person('admin')
  let address = 0
  const elsewhere = () => `127.0.${1 + Math.floor((address += 1) / 250)}.${1 + (address % 250)}`
  const account = async () => {
    const body = {
      email: `${random.word(12)}@example.com`,
      name: 'Ada',
      password: `${mark}${random.word(12)}`,
      role: 'user',
    }
    await send(asking(create, '/api/v1/users', { as: admin, body }))
    return body
  }
  const signIn = (email: string, password: string, from: string) =>
    send({ ...asking(login, '/api/v1/auth/login', { body: { email, password } }), from })

  const known = await account()
  const answers: Record<'wrong' | 'unknown', Answer[]> = { wrong: [], unknown: [] }
  for (let n = 0; n < timed; n += 1) {
    answers.wrong.push(await signIn(known.email, 'a wrong password', elsewhere()))
    answers.unknown.push(await signIn(`${random.word(12)}@example.com`, 'a wrong password', elsewhere()))
  }
  const words = new Set(
    [...answers.wrong, ...answers.unknown].map(
      ({ status, text, headers }) => `${status} ${text} ${Object.keys(headers).sort().join()}`,
    ),
  )
  if (words.size > 1)
    violated(`a wrong password and an unknown e-mail are told apart: ${[...words].join(' and ')}`)
  const [wrong, unknown] = [answers.wrong, answers.unknown].map((of) =>
    median(of.map(({ milliseconds }) => milliseconds)),
  ) as [number, number]
  const ratio = Math.max(wrong, unknown) / Math.min(wrong, unknown)
  note(
    `medians of ${timed}: wrong password ${wrong.toFixed(1)} ms, unknown e-mail ${unknown.toFixed(1)} ` +
      `ms, ratio ${ratio.toFixed(2)}`,
  )
  if (ratio > 3) violated(`a wrong password takes ${wrong} ms, an unknown e-mail ${unknown} ms`)

  for (const isAtOnce of [false, true]) {
    const { email, password } = await account()
    const from = elsewhere()
    const names = [email, email.toUpperCase(), email.replace('e', 'E')]
    const guess = (n: number) => signIn(names[n % names.length] as string, `wrong ${n}`, from)
    const count = Array.from({ length: 16 }, (_, n) => n)
    const statuses: number[] = []
    if (isAtOnce) statuses.push(...(await Promise.all(count.map(guess))).map(({ status }) => status))
    else for (const n of count) statuses.push((await guess(n)).status)
    const guesses = statuses.filter((status) => status === 401).length
    const how = isAtOnce ? 'at once' : 'in a row'
    if (guesses > 5 || !statuses.includes(429)) violated(`16 guesses ${how} were answered ${statuses.join()}`)
    const right = await signIn(email, password, from)
    if (right.status !== 429 || !right.headers['retry-after'])
      violated(`the right password after many wrong ones: ${right.status}`)
    const owner = await signIn(email, password, elsewhere())
    if (owner.status !== 200) violated(`the owner is locked out elsewhere: ${owner.status}`)
    note(`16 wrong passwords ${how}: ${statuses.join()}`)
  }
}
