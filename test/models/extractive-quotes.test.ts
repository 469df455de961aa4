import { describe, expect, test } from 'vitest'
import type { Turn } from '../../src/models/generation-request.ts'
import { answer, passage } from './given-question.ts'
import { quotesOf } from './given-questions.ts'

const quote = async (asked: string, paragraphs: string[], title = 'Page') =>
  quotesOf((await answer(asked, [passage(title, paragraphs)])).text)

const filler = (count: number) =>
  Array.from({ length: count }, (_, n) => `| Z${n + 100} | Nothing of note was seen there at all | Wait |`)

describe('a quotation', () => {
  test('keeps the line breaks and marks of a sentence', async () => {
    const sentence = 'The *boiler* is\nserviced by [Otto](https://x.test/otto) every `5` weeks.'

    expect(await quote('Who has the boiler serviced?', [`Before. ${sentence} After.`])).toEqual([sentence])
  })

  test('includes the list that a sentence with a colon introduces', async () => {
    const list = 'Before you start the boiler, check:\n\n- the water\n- the gas\n  and its tap'

    expect(await quote('What do I check before I start the boiler?', [list])).toEqual([list])
  })

  test('includes the whole list of an item and its introduction', async () => {
    const list = 'Bring these:\n1. a torch\n2. the key of the cellar\n3. gloves'

    expect(await quote('Who has a key of the cellar?', [list])).toEqual([list])
  })

  test('includes the head of a row’s table and marks omitted rows', async () => {
    const head = '| Code | Meaning | What to do |\n| ---- | ------- | ---------- |'
    const row = '| E07 | The pump is dry | Fill it |'

    const quotes = await quote('What does E07 mean?', [[head, ...filler(20), row, ...filler(9)].join('\n')])

    expect(quotes).toEqual([`${head}\n| … |\n${row}`])
  })

  test('includes the sentence before a sentence about "it"', async () => {
    const text = 'The boiler stands in the cellar. It is serviced by Otto.'

    expect(await quote('Who has serviced it, Otto?', [text])).toEqual([text])
  })

  test('contains the answer below a question, not the question', async () => {
    const text = '## May I bring a dog?\n\nYes, on Fridays.'

    expect(await quote('May I bring a dog?', [text])).toEqual(['Yes, on Fridays.'])
  })

  test.each([
    ['a definition', 'Toner is here.\n\n[1]: http://evil.test\n[2]: http://evil.test "toner"'],
    ['a definition in a list', '- toner\n- [1]: http://evil.test'],
    ['a reference', 'The toner is [here][1] and there [2].'],
    ['a link to a script', 'The toner is [here](javascript:alert(1)).'],
    ['a link to a script in brackets', 'The toner is [[here]](javascript:alert(1)).'],
  ])('cannot change the meaning of our text by %s', async (_, text) => {
    const said = (await answer('Where is the toner?', [passage('Page', [text])])).text

    expect(said).not.toMatch(/\[\d\]:|(?<!\\)\[[12]\](?! \[Page\])|(?<!\\)\]\((?!http:\/\/127)/)
  })
})

describe('an answer', () => {
  const shop = passage('Acme', ['# Acme\n\nFast glue for paper.', 'The Acme shop sells paper and glue.'])
  const other = passage('Bolt', ['# Bolt\n\nAcme is mentioned here. Acme, Acme and Acme.'])

  test('begins a definition with the beginning of the page of that name', async () => {
    const { text } = await answer('What is Acme?', [other, shop])

    expect(quotesOf(text)[0]).toBe('Fast glue for paper.')
  })

  test.each([
    'What is the price of the DP-95?',
    'How often is the DP-95 serviced?',
    'Who is the CEO of Acme?',
  ])('says that nothing was found for an unknown name: %s', async (asked) => {
    const pump = passage('DP-40', ['The DP-40 is serviced every 5 weeks. Its price is 95 pounds.'])

    const { text } = await answer(asked, [pump, shop])

    expect(text).toBe('I found nothing about this in what you may read.')
  })

  test('continues the topic of the previous quotation for a question that refers back', async () => {
    const ask = (text: string): Turn => ({ role: 'user', text })
    const bolt = passage('Bolt', ['To install the screws of Bolt, run:', '```\nbolt\n```'])
    const glue = passage('Acme', ['To install it, run:', '```\nacme\n```'])
    const first = await answer('What is Acme?', [shop])
    const turns = [ask('What is Acme?'), { role: 'assistant' as const, text: first.text, calls: [] }]

    const { text } = await answer('', [bolt, glue], { turns: [...turns, ask('And how do I install it?')] })

    expect(quotesOf(text)[0]).toBe('To install it, run:\n\n```\nacme\n```')
  })

  test('contains no code for a question for a number, even if it begins with "how"', async () => {
    const code = passage('hash', ['```ts\nhash({\n  password: Data, // password\n  saltBytes: 16,\n})\n```'])
    const rules = passage('Passwords and devices', ['A password has at least 14 characters.'])

    const { text } = await answer('How long must a password be?', [code, rules])

    expect(quotesOf(text)[0]).toBe('A password has at least 14 characters.')
  })

  test.each([
    ['Wie hoch ist die Kündigungsfrist?', 'Kündigung', 'Die Frist für eine Kündigung beträgt zwei Wochen.'],
    ['Bis wann muss ich die Belege einreichen?', 'Reisen', 'Reiche Belege bis zum 10. des Monats ein.'],
    ['¿Cada cuánto hay que engrasar los ejes?', 'Ejes', 'Los ejes se engrasan cada 50 horas.'],
  ])('matches inflected forms and parts of words: %s', async (asked, title, text) => {
    const said = (await answer(asked, [passage(title, [text])])).text

    expect(said).toContain(`“${text}”`)
  })

  test('ends with the block that its paragraph introduces', async () => {
    const kernel = passage('How to remove an old kernel', [
      'A script compares the old kernel that you remove with the one that runs. So you say:',
      '    dpkg --purge linux-image',
    ])
    const { text } = await answer('How do I remove an old kernel?', [kernel])

    expect(text).toContain('dpkg --purge linux-image')
  })
})
