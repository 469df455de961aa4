import { describe, expect, test } from 'vitest'
import dictionary from '../../src/language/dictionary.json' with { type: 'json' }
import { compoundSplitter, translatedLanguages } from '../../src/language/lexicon.ts'
import { languagesOf, type Language } from '../../src/language/stop-words.ts'
import { extractTerms } from '../../src/language/terms.ts'
import { translate } from '../../src/language/translation.ts'

/** For each term of a question the first name that it has in a language besides itself. */
const namesOf = (question: string, from: Language, to: Language) =>
  translate(question, extractTerms(question), from, [to])
    .get(to)
    ?.map(([, name = []]) => name.map(({ word }) => word).join(' '))

describe('The dictionary', () => {
  test('names each meaning once in each of its languages', () => {
    const incomplete = dictionary.meanings.filter((line) => {
      const names = line.split(' | ')
      return names.length !== translatedLanguages.length || names.some((name) => !/\p{L}/u.test(name))
    })

    expect(incomplete).toEqual([])
    expect(dictionary.meanings).toHaveLength(new Set(dictionary.meanings).size)
  })

  test.each<[string, string, Language, Language, string[]]>([
    ['forms of words', 'Ist der Bildschirm kleiner als die Wörter?', 'de', 'en', ['screen', 'small', 'word']],
    ['Dutch verbs, whose vowels are long', 'Hoe maak ik een tabel?', 'nl', 'en', ['create', 'table']],
    ['irregular forms', '¿Cómo encuentro la impresora?', 'es', 'fr', ['rechercher', 'imprimante']],
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
  ])('has %s', (_, question, from, to, names) => {
    expect(namesOf(question, from, to)).toEqual(names)
  })

  test('splits compounds of words that it knows, and nothing else', () => {
    const parts = ['ebenenmaske', 'datei', 'ebenenxyz'].map(compoundSplitter('de'))

    expect(parts).toEqual([['ebene', 'maske'], [], []])
  })
})

test('texts are in the languages of the stop words that were left out of them', () => {
  expect(languagesOf(new Set('the and aber nicht oder durch'.split(' ')))).toEqual(['de'])
  expect(languagesOf(new Set())).toEqual([])
})
