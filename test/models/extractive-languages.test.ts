import { describe, expect, test } from 'vitest'
import { phrases } from '../../src/models/extractive/phrases.ts'
import { answer, passage } from './given-question.ts'

type Language = keyof typeof phrases

const page = passage('undici', ['The timeout of undici is 300 seconds.'])

/** A question, a greeting and a thank-you in each language. */
const said: [Language, string, string, string][] = [
  ['en', 'How long is the timeout of undici?', 'Hello!', 'Thank you very much.'],
  ['de', 'Wie lang ist der timeout von undici?', 'Guten Tag', 'Vielen Dank!'],
  ['fr', 'Quelle est la durée du timeout dans undici ?', 'Bonjour !', 'Merci beaucoup'],
  ['es', '¿Cuál es el timeout de undici y cómo puedo cambiarlo?', '¡Hola!', 'Muchas gracias'],
  ['it', 'Qual è il timeout della libreria undici e come posso cambiarlo?', 'Buongiorno', 'Grazie mille!'],
  ['pt', 'Qual é o timeout do undici e como posso mudar isso?', 'Olá', 'Muito obrigado'],
  ['nl', 'Hoe lang is de timeout van undici?', 'Goedemorgen', 'Dank je wel'],
  ['pl', 'Jaki jest timeout w undici i jak go mogę zmienić?', 'Dzień dobry', 'Dziękuję!'],
  ['ru', 'Какой timeout у undici и как его изменить?', 'Здравствуйте!', 'Спасибо'],
  ['uk', 'Який timeout в undici і як його змінити?', 'Доброго дня', 'Дякую!'],
  ['zh', 'undici 的 timeout 是多少？', '你好', '谢谢！'],
  ['ja', 'undici の timeout はどのくらいですか？', 'こんにちは', 'ありがとうございます'],
]

const opens = (text: string, tongue: Language) => {
  const { found, closest } = phrases[tongue]
  return text.startsWith(`${found}\n\n> `) || text.startsWith(`${closest}\n\n> `)
}

describe('the language of the extractive model', () => {
  test.each(said)('answers in %s to a question in that language', async (tongue, question, hello, thanks) => {
    const answers = await Promise.all([
      answer(question, [page]),
      answer(question, []),
      answer(hello, [page]),
      answer(thanks, []),
    ])

    const [found, nothing, greeted, thanked] = answers.map(({ text }) => text)
    expect(opens(found ?? '', tongue), found).toBe(true)
    expect(found).toContain('“The timeout of undici is 300 seconds.” [1] [undici]')
    expect([nothing, greeted, thanked]).toEqual([
      phrases[tongue].nothing,
      phrases[tongue].hello,
      phrases[tongue].thanks,
    ])
  })

  test.each([
    ['de-CH', 'de'],
    ['pt_BR', 'pt'],
    ['zh-Hant-TW', 'zh'],
  ] as const)('follows the locale %s, whatever the language of the question', async (locale, tongue) => {
    const answers = await Promise.all(
      ['How long is the timeout of undici?', 'Hello'].map((asked) => answer(asked, [], { locale })),
    )

    expect(answers.map(({ text }) => text)).toEqual([phrases[tongue].nothing, phrases[tongue].hello])
  })

  test.each(['sv-SE', 'x', ''])(
    'follows the question if the model does not speak the locale %s',
    async (locale) => {
      const { text } = await answer('Wie lang ist der timeout?', [], { locale })

      expect(text).toBe(phrases.de.nothing)
    },
  )

  test('falls back to English if the question gives no hint', async () => {
    const { text } = await answer('timeout undici', [page])

    expect(text.startsWith(phrases.en.found)).toBe(true)
  })

  test('answers a question that follows a greeting', async () => {
    const { text } = await answer('Hello! What is the timeout of undici?', [page])

    expect(text).toContain('300 seconds')
  })
})
