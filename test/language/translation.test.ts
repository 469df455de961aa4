import { describe, expect, test } from 'vitest'
import dictionary from '../../src/language/dictionary.json' with { type: 'json' }
import { compoundSplitter, translatedLanguages } from '../../src/language/lexicon.ts'
import { languagesOf, type Language } from '../../src/language/stop-words.ts'
import { extractTerms } from '../../src/language/terms.ts'
import { translate } from '../../src/language/translation.ts'

/** Returns the first translation of each term of a question, empty if there is none. */
const namesOf = (question: string, from: Language, to: Language) =>
  translate(question, extractTerms(question), from, [to])
    .get(to)
    ?.map(([, name = []]) => name.map(({ word }) => word).join(' '))

describe('the dictionary', () => {
  test.each([
    ['meanings', dictionary.meanings, 7],
    ['derived', dictionary.derived, 6],
  ])('contains complete and distinct %s in this many languages or more', (_, lines, least) => {
    const cells = lines.map((line) => line.split(' | '))
    const isComplete = (names: string[]) =>
      names.length === translatedLanguages.length &&
      names.filter((name) => /\p{L}/u.test(name)).length >= least

    expect(cells.filter((names) => !isComplete(names))).toEqual([])
    expect(lines).toHaveLength(new Set(lines).size)
  })

  test('does not repeat English names of its own meanings among the derived ones', () => {
    const namesOf = (lines: string[]) => lines.flatMap((line) => line.split(' | ')[0]?.split(', ') ?? [])
    const own = new Set(namesOf(dictionary.meanings))

    expect(namesOf(dictionary.derived).filter((name) => own.has(name))).toEqual([])
  })

  test.each<[string, string, Language, Language, string[]]>([
    ['forms of words', 'Ist der Bildschirm kleiner als die Wörter?', 'de', 'en', ['screen', 'small', 'word']],
    ['Dutch verbs, whose vowels are long', 'Hoe maak ik een tabel?', 'nl', 'en', ['create', 'table']],
    ['irregular forms', '¿Cómo encuentro la impresora?', 'es', 'fr', ['rechercher', 'imprimante']],
    [
      'names that were derived',
      'Wo ist der Fingerabdruck des Schlüsselbunds?',
      'de',
      'nl',
      ['vingerafdruk', 'sleutelbos'],
    ],
    ['nothing where a language has no usual name', 'Wo ist der Flughafen?', 'de', 'it', ['']],
    ['nothing for names', 'Wie drucke ich in Writer?', 'de', 'en', ['print', '']],
    ['phrases', 'Quel mot de passe ?', 'fr', 'de', ['passwort', 'passwort']],
    ['phrases as such', 'Wie lautet das Passwort?', 'de', 'fr', ['', 'mot de passe']],
    ['compounds by their parts', 'Wo ist die Druckerwarteschlange?', 'de', 'en', ['printer queue']],
    ['German verbs that came apart', 'Wie melde ich mich ab?', 'de', 'en', ['log out', 'log out']],
    ['Dutch verbs that came apart', 'Hoe voeg ik rijen toe?', 'nl', 'en', ['add', 'row', 'add']],
    [
      'English verbs that came apart',
      'How do I turn Bluetooth off?',
      'en',
      'de',
      ['ausschalten', 'bluetooth'],
    ],
  ])('translates %s', (_, question, from, to, names) => {
    expect(namesOf(question, from, to)).toEqual(names)
  })

  test('splits compounds of known words and nothing else', () => {
    const parts = ['ebenenmaske', 'datei', 'ebenenxyz'].map(compoundSplitter('de'))

    expect(parts).toEqual([['ebene', 'maske'], [], []])
  })
})

test('texts without certain stop words are in the languages of these stop words', () => {
  expect(languagesOf(new Set('the and aber nicht oder durch'.split(' ')))).toEqual(['de'])
  expect(languagesOf(new Set())).toEqual([])
})
