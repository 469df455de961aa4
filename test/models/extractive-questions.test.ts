import { describe, expect, test } from 'vitest'
import type { Passage } from '../../src/models/passage.ts'
import { analyzeQuestion } from '../../src/models/extractive/question.ts'
import { phrases } from '../../src/models/extractive/phrases.ts'
import { quotesOf } from './given-questions.ts'
import { answer, passage } from './given-question.ts'

/** Passages without the words of the questions, so that these words are rare. */
const others = [
  passage('Anders', ['Das steht hier.', 'Dies gibt es dort.', 'Jenes ist auch da.']),
  passage('Overig', ['Dat programma is ook van ons.', 'Wij zijn dat programma niet.', 'Het is van jullie.']),
  passage('Other', ['This is here.', 'They were there.', 'It is what it was.']),
]

const ask = async (asked: string, passages: Passage[]) => {
  const { text } = await answer(asked, [...passages, ...others])
  return { text, first: text.split('\n')[0], quotes: quotesOf(text) }
}

describe('a question', () => {
  test.each([
    ['de', 'Wofür wird die Taste Med benutzt?', 'Taschenrechner', 'Die Taste Med zeigt den Median an.'],
    ['nl', 'Welk programma verstuurt de facturen?', 'Facturen', 'Het is Mailman die de facturen verstuurt.'],
    ['fr', 'Qui était Ada Lovelace ?', 'Ada Lovelace', 'Ada Lovelace a écrit le premier programme.'],
    ['de', 'Wie setze ich einen Haltepunkt?', 'Haltepunkte', 'Ein Haltepunkt wird mit F9 gesetzt.'],
    ['de', 'Wie kann ich einen Wecker einstellen?', 'Wecker', 'Ein Wecker wird in der Uhr eingestellt.'],
    ['nl', 'Hoe maak ik een back-up?', 'Back-up', 'Een back-up wordt met `dump` gemaakt.'],
  ] as const)(
    'matches its object or a participle of its verb, %s: %s',
    async (language, asked, title, text) => {
      const { first, quotes } = await ask(asked, [passage(title, [text])])

      expect(first).toBe(phrases[language].found)
      expect(quotes).toEqual([text])
    },
  )

  test.each([
    'Wenn Sie die Balken ausschalten wollen, schreiben Sie `off`.',
    'Um die Balken auszuschalten, schreiben Sie `off`.',
    'Die Balken werden mit `off` ausgeschaltet.',
  ])('matches a separable verb that is separated in the question: %s', async (text) => {
    const { first } = await ask('Wie schalte ich die Balken aus?', [passage('Balken', [text])])

    expect(first).toBe(phrases.de.found)
  })

  test.each([
    ['de', 'Wie kann ich die Balken ausschalten?', 'Schalten Sie die Balken mit `off` aus.'],
    ['nl', 'Hoe kan ik de balken uitzetten?', 'Zetten we de balken uit, dan met `off`.'],
  ] as const)(
    'matches a separable verb that is separated in the text, %s: %s',
    async (language, asked, text) => {
      const { first } = await ask(asked, [passage('Balken', [text])])

      expect(first).toBe(phrases[language].found)
    },
  )

  test('matches synonyms of its language only if all words match', async () => {
    const paper = (text: string) => [passage('Papier', [text])]
    const asked = 'Quelle variable change le format de papier ?'

    const said = await ask(asked, paper('On peut modifier le format de papier par la variable `SIZE`.'))
    const unsaid = await ask(asked, paper('On peut imprimer le format de papier par la variable `SIZE`.'))

    expect(said.first).toBe(phrases.fr.found)
    expect(unsaid.first).toBe(phrases.fr.closest)
  })

  test('asks for a number if it asks for a size', async () => {
    const { quotes } = await ask('¿Qué tamaño tiene el tablero?', [
      passage('Reglas', [
        'Apague las luces del tablero de la partida.',
        'El juego comienza en un tablero de 5x5.',
      ]),
    ])

    expect(quotes[0]).toBe('El juego comienza en un tablero de 5x5.')
  })

  test('takes words with a capital inside for names, but not parts of them', () => {
    expect(analyzeQuestion('Hoe zet ik Krusader op mijn iPad?', []).names).toEqual(['krusader', 'ipad'])
  })
})

describe('the first quotation', () => {
  test('prefers a certain answer to one whose title names part of the question', async () => {
    const { first, quotes } = await ask('Can you play Patience with the keyboard?', [
      passage('Patience', ['You play Patience with many cards, and there are many ways to play.']),
      passage('Questions', ['No. Patience has no way to play with the keyboard.']),
    ])

    expect(first).toBe(phrases.en.found)
    expect(quotes[0]).toBe('No. Patience has no way to play with the keyboard.')
  })

  test('quotes a row of a table without leading bars together with its head', async () => {
    const row = (n: number) =>
      `K${n}| Shows the constant number ${n} of a long list of constants in the display`
    const keys = [
      'Key| Function',
      '---|---',
      ...Array.from({ length: 12 }, (_, n) => row(n)),
      'Med| Shows the median',
    ]
    const { quotes } = await ask('Which key shows the median?', [passage('Keys', [keys.join('\n')])])

    expect(quotes[0]).toBe('Key| Function\n---|---\n| … |\nMed| Shows the median')
  })

  test.each([
    [
      'as they are written',
      'Wie benutze ich Meld als git mergetool?',
      'Conflicts',
      'If git mergetool is to use Meld, add:',
    ],
    [
      'or in the title, but for one',
      '¿Cómo añado una foto a mi clave PGP?',
      'The photo identity of a PGP key',
      'You can add a photo to your PGP key.',
    ],
  ])('quotes another language with all words %s', async (_, asked, title, text) => {
    const { quotes, text: all } = await ask(asked, [passage(title, [text])])

    expect(quotes).toEqual([text])
    expect([phrases.de.found, phrases.es.found].some((found) => all.startsWith(found))).toBe(true)
  })

  test('rejects another language if a dictionary translates one word among few', async () => {
    const { first } = await ask('Wie lösche ich Dateien aus dem Papierkorb?', [
      passage('Recover a file from the trash', ['If you delete a file, it is placed into the trash.']),
    ])

    expect(first).toBe(phrases.de.closest)
  })
})
