import { beforeAll, describe, expect, test } from 'vitest'
import { readMail } from '../../src/inbound-mail/received-mail.ts'
import type { CorpusMail } from './corpus/builder.ts'
import { charsets } from './corpus/charsets.ts'
import { files } from './corpus/files.ts'
import { people } from './corpus/people.ts'
import { replies } from './corpus/replies.ts'
import { structures } from './corpus/structures.ts'

const corpus = [...replies, ...charsets, ...files, ...structures, ...people]

const read = async ({ raw, ...wanted }: CorpusMail) => {
  const mail = await readMail(raw).catch(() => undefined)
  if (!mail || mail.proof === 'failed') return { person: null }
  const whole = wanted.whole === undefined ? undefined : mail.readAll()
  return {
    person: mail.sender,
    subject: mail.subject,
    reply: wanted.reply === undefined ? '' : (mail.readReply()?.text ?? ''),
    whole: whole?.text ?? '',
    files: whole?.files.map(({ name }) => name) ?? [],
  }
}

const outcomes = new Map<CorpusMail, Awaited<ReturnType<typeof read>>>()

beforeAll(async () => {
  for (const mail of corpus) outcomes.set(mail, await read(mail))
})

const withoutBlanks = (text = '') => text.replace(/\n+/g, '\n')

const wordsIn = (text = '') => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Returns the expected entries that are missing, each as often as it is missing. */
const missing = (wanted: readonly string[] = [], found: readonly string[] = []) => {
  const left = [...found]
  return wanted.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** Returns the mails of the corpus with problems, and what the problems are. */
const amiss = (find: (mail: CorpusMail, found: Awaited<ReturnType<typeof read>>) => readonly string[]) =>
  corpus.flatMap((mail) => {
    const problems = find(mail, outcomes.get(mail) ?? { person: null })
    return problems.length === 0 ? [] : [`${mail.name}: ${problems.join(' ')}`]
  })

describe(`Corpus of ${corpus.length} mails`, () => {
  test('loses no word', () => {
    const lost = amiss(({ reply, whole, subject }, found) =>
      [
        [reply, found.reply],
        [whole, found.whole],
        [subject, found.subject],
      ].flatMap(([wanted, text]) => missing(wordsIn(wanted), wordsIn(text))),
    )

    expect(lost).toEqual([])
  })

  test('loses no file', () => {
    expect(amiss((mail, found) => missing(mail.files, found.files))).toEqual([])
  })

  test('invents no file', () => {
    expect(amiss((mail, found) => (mail.files ? missing(found.files, mail.files) : []))).toEqual([])
  })

  test('recognizes every person, and takes no automatic mail for one', () => {
    expect(amiss(({ person }, found) => (found.person === person ? [] : [String(found.person)]))).toEqual([])
  })

  test('gives every ticket exactly its text', () => {
    const differing = amiss(({ whole }, found) =>
      whole === undefined || found.whole === whole ? [] : [JSON.stringify(found.whole)],
    )

    expect(differing).toEqual([])
  })

  test('ends 95 % of the replies where the quoted mail begins', () => {
    const answers = corpus.filter(({ reply }) => reply !== undefined)

    const wrong = amiss(({ reply }, found) =>
      reply === undefined || withoutBlanks(found.reply) === withoutBlanks(reply)
        ? []
        : [JSON.stringify(found.reply)],
    )

    expect(answers.length).toBeGreaterThanOrEqual(120)
    expect(wrong.length / answers.length, wrong.join('\n')).toBeLessThanOrEqual(0.05)
  })
})
