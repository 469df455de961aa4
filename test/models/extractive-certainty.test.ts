import { describe, expect, test } from 'vitest'
import { findIdentifiers } from '../../src/models/extractive/identifiers.ts'
import { phrases } from '../../src/models/extractive/phrases.ts'
import { answer, passage } from './given-question.ts'

const settings = passage('Locks', [
  '`deadlock_timeout` (`integer`)',
  'This is how long the server waits for a lock before it looks for a deadlock. The default is one second.',
  '`max_locks` (`integer`)',
  'This is how many locks a transaction may hold. The default is 64.',
])
const shred = passage('shred(1)', [
  'Überschreibt eine Datei mehrmals, damit niemand sie mehr lesen kann.',
  '**-n**, **--iterations**=*N*  \nN Mal überschreiben, und nicht so oft wie als Standard, das ist 3 Mal',
])

const beginning = async (...asked: Parameters<typeof answer>) => (await answer(...asked)).text.split('\n')[0]

describe('certain answers of the embedded model', () => {
  test('quotes a sentence together with the label above it', async () => {
    const { text } = await answer('What is the default of deadlock_timeout?', [settings])

    expect(text).toMatch(/^This is what I found:\n\n> `deadlock_timeout` \(`integer`\)\n/)
    expect(text).toContain('The default is one second.')
    expect(text).not.toContain('64')
  })

  test('quotes more than a name alone', async () => {
    const { text } = await answer('What is deadlock_timeout?', [settings])

    expect(text).toContain('how long the server waits')
  })

  test.each(['max_turbo_size', '--turbo', '/etc/turbo', 'turbo.conf', 'turbo::size', 'TRB-40'])(
    'finds nothing for an unknown name: %s',
    async (name) => {
      expect(await beginning(`What is the default of ${name}?`, [settings])).toBe(phrases.en.nothing)
    },
  )

  test.each([
    ['a name whose parts are unknown', 'What is the default of the lock-sync?'],
    ['a name that stands elsewhere', 'Is the default of Deadlock in Paris one second?'],
    ['words that nothing names', 'How do I wait for the second transaction?'],
  ])('does not claim to find %s', async (_, asked) => {
    expect(await beginning(asked, [settings])).not.toBe(phrases.en.found)
  })

  test.each([
    'e.g. or z. B. Mitarbeiter:innen',
    'a post-mortem and/or an e-mail',
    'what-is-it at 10:30, 3.5',
  ])('takes no ordinary words with such marks for names: %s', (words) => {
    expect(findIdentifiers(words)).toEqual([])
  })

  test.each([
    ['How many cards may a board hold?', 'A board may hold cards of any colour.', false],
    ['How many cards may a board hold?', 'A board may hold twelve cards.', true],
    ['How much memory does a server need?', 'A server needs two cards and much memory.', false],
    ['How much memory does a server need?', 'A server needs 512 MB of memory.', true],
    ['¿Cuánta memoria necesita un servidor?', 'Un servidor necesita dos tarjetas y mucha memoria.', false],
    ['Wie viele Karten fasst eine Tafel?', 'Eine Tafel fasst Karten jeder Farbe.', false],
    ['Wie viele Karten fasst eine Tafel?', 'Eine Tafel fasst 12 Karten.', true],
  ])('answers a question for an amount with an amount: %s %s', async (asked, text, isFound) => {
    const found = [phrases.en.found, phrases.de.found, phrases.es.found]

    expect(found.includes((await beginning(asked, [passage('Boards', [text])])) ?? '')).toBe(isFound)
  })

  test('quotes the sentence below a caption, not the caption', async () => {
    const sepia = passage('Sepia filter', [
      '**Figure 7.** The sepia filter applied',
      'The sepia filter gives a picture the brown tone of old photographs.',
    ])

    const { text } = await answer('What is the sepia filter?', [sepia])

    expect(text).toMatch(/^This is what I found:\n\n> “The sepia filter gives/)
  })

  test.each([
    ['What is the difference between two dates?', phrases.en.found],
    ['What is the difference between two times?', phrases.en.closest],
  ])('distinguishes the things that a title names: %s', async (asked, verdict) => {
    const days = passage('Dates and times', ['The difference between two dates is a number of days.'])

    expect(await beginning(asked, [days])).toBe(verdict)
  })

  test('answers a question with another verb than "is" by that verb', async () => {
    const address = passage('What is a MAC address?', [
      'A MAC address identifies a network card, and no two are alike.',
      'A MAC address consists of six sets of two characters.',
    ])

    const { text } = await answer('What does a MAC address consist of?', [address])

    expect(text).toMatch(/^This is what I found:\n\n> “A MAC address consists of six sets/)
  })

  test.each([
    ['names all that is asked', 'Change the resolution of the screen', phrases.fr.found],
    ['names a part of it', 'The screen', phrases.fr.closest],
  ])('judges a method in another language by its title, which %s', async (_, title, verdict) => {
    const screen = passage(title, ['Choose the resolution in the settings of the screen, and change it.'])

    expect(await beginning("Comment changer la résolution de l'écran ?", [screen])).toBe(verdict)
  })

  test('accepts a method in another language below a title that names nothing else', async () => {
    const explained = passage('Imprimir un prospecto', [
      'Un documento de Writer se puede imprimir como prospecto.',
    ])
    const besides = passage('Diseñar e imprimir un prospecto', explained.text.split('\n'))

    expect(await beginning('How do I print a brochure in Writer?', [explained])).toBe(phrases.en.found)
    expect(await beginning('How do I print a brochure in Writer?', [besides])).toBe(phrases.en.closest)
  })

  test('accepts a method of two words in another language below a title with one of them', async () => {
    const said = passage('Passwort', ['Ihr Passwort ändern Sie unter „Sicherheit“.'])
    const unsaid = passage('Passwort', ['Ihr Passwort ist geheim.', 'Ändern Sie den Namen der Datei.'])

    expect(await beginning('How do I change my password?', [said])).toBe(phrases.en.found)
    expect(await beginning('How do I change my password?', [unsaid])).not.toBe(phrases.en.found)
  })

  test('does not ignore a word that is a stop word without its accents', async () => {
    const kept = passage('Passwords', ['Keep every password in the password manager.'])

    expect(await beginning('Wie ändere ich mein Passwort?', [kept])).not.toBe(phrases.de.found)
  })

  test('does not accept a part of a word in another language', async () => {
    const dialog = passage('Speichern unter', [
      'Wählen Sie das Format der Datei, in dem Sie das Bild speichern möchten.',
    ])

    expect(await beginning('Où est enregistré le format de papier ?', [dialog])).not.toBe(phrases.fr.found)
  })

  test('does not take a number inside a name for a number, in another language', async () => {
    const sorting = passage('Tabellen', [
      'In einer Tabelle erscheint str1 in der Sortierung vor str2, und die Sortierung ist fest.',
    ])

    expect(await beginning('How long does it take to sort a table?', [sorting])).not.toBe(phrases.en.found)
  })

  test('prefers the question’s own language and quotes nothing else', async () => {
    const german = passage('Urlaub', ['Der Urlaub dauert 30 Tage im Jahr.'])
    const english = passage('Vacation', [
      'Everyone has 28 days of vacation a year, and days of leave in the next year.',
    ])
    const { text } = await answer('Wie viele Tage Urlaub gibt es im Jahr?', [english, german])

    expect(text).toContain('30 Tage')
    expect(text).not.toContain('28 days')
  })

  test('answers from a text in another language by a dictionary', async () => {
    const { text } = await answer('How often does shred overwrite a file by default?', [shred, settings])

    expect(text).toContain('als Standard, das ist 3 Mal')
  })
})

describe('the first reply of a chat', () => {
  test('says once how to connect a generative model', async () => {
    const turns = [{ role: 'user' as const, text: 'Hello' }]
    const first = await answer('', [], { turns })
    const later = await answer('Hello', [])

    expect(first.text).toBe(`${later.text}\n\n${phrases.en.about}`)
  })
})
