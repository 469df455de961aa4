import { expect, test } from 'vitest'
import { phrases } from '../../src/models/extractive/phrases.ts'
import { answer, passage } from './given-question.ts'

const page = passage('Tickets', ['A ticket is made with a subject. The printer prints pages.'])

test.each<[keyof typeof phrases, string]>([
  ['en', 'Create a support ticket: the printer is broken'],
  ['en', 'Create ticket: printer broken'],
  ['en', 'Could you please delete this page'],
  ['en', 'Hi, please open a ticket for me'],
  ['en', 'Reset my password'],
  ['de', 'Stell bitte für mich einen Urlaubsantrag für nächste Woche.'],
  ['de', 'Kannst du mir einen Termin buchen?'],
  ['fr', 'Pouvez-vous réserver une salle pour nous ?'],
  ['es', '¿Puedes crear un ticket para mí?'],
  ['it', 'Invia un messaggio a Luca, per favore'],
  ['pt', 'Crie um ticket para mim, por favor'],
  ['nl', 'Maak een ticket aan voor mijn printer'],
  ['pl', 'Utwórz zgłoszenie dla mojej drukarki'],
  ['ru', 'Создай заявку на ремонт принтера'],
  ['ru', 'Пожалуйста, открой заявку на ремонт принтера'],
  ['uk', 'Створи заявку на ремонт принтера'],
  ['uk', 'Скасуй, будь ласка, заявку на ремонт принтера'],
  ['zh', '请创建一个工单'],
  ['ja', 'チケットを作成してください'],
])('answers a request for an action in %s with what the model can do: %s', async (language, asked) => {
  const { text } = await answer(asked, [page])

  expect(text).toBe(phrases[language].lookupOnly)
})

test.each([
  'How do I create a ticket?',
  'Can you tell me how to create a ticket?',
  'Reset password',
  'Open issues in the project',
  'Order of steps',
  'Add-ons of the printer',
  'Напиши, какой бумагой печатает принтер',
  'Напиши, який папір потрібен принтеру',
  'Move to the new data centre',
  'Write access to the space',
  'Find the page about tickets',
  'Kannst du mir sagen, wie ich ein Ticket erstelle?',
  'Teile für den Drucker',
  'Stelle als Ingenieur',
  'Commande de fournitures',
  'Reserva de salas',
  '如何创建工单？',
  'チケットはどうやって作成しますか',
])('does not take a question or a search for a request: %s', async (asked) => {
  const { text } = await answer(asked, [page])

  expect(Object.values(phrases).map(({ lookupOnly }) => lookupOnly)).not.toContain(text)
})
