import { describe, expect, test } from 'vitest'
import { detectLanguage, guessLanguage } from '../../src/language/detection.ts'

describe('language detection', () => {
  test.each([
    ['en', 'Open the door, take the key and leave the office before six.'],
    ['en', 'Long passwords are better. Never share yours.'],
    ['de', 'Drücken Sie den roten Knopf.'],
    ['de', 'Neue Mitarbeiter melden sich am Empfang und holen dort ihren Ausweis.'],
    ['fr', 'Chaque groupe compte ses membres et prévient le responsable sans attendre.'],
    ['es', 'Cada grupo cuenta a sus miembros y avisa al encargado sin esperar más tiempo.'],
    ['it', 'Ogni gruppo conta i propri membri e avvisa subito il responsabile.'],
    ['nl', 'Elke groep telt de eigen mensen en meldt zich daarna bij de leiding.'],
    ['pt', 'Cada grupo conta os seus membros e avisa logo o responsável.'],
    ['pl', 'Naciśnij czerwony przycisk i wyjdź na zewnątrz.'],
    ['cs', 'Stiskněte červené tlačítko a vyjděte ven na dvůr.'],
    ['tr', 'Kırmızı düğmeye basın ve dışarı çıkın.'],
    ['ru', 'Каждая группа считает своих людей и сообщает об этом старшему.'],
    ['uk', 'Натисніть червону кнопку і вийдіть надвір.'],
    ['el', 'Πατήστε το κόκκινο κουμπί και βγείτε έξω.'],
    ['ar', 'اضغط على الزر الأحمر واخرج من المبنى.'],
    ['zh', '每个小组清点自己的人数，然后告诉负责人有多少人已经到达院子。'],
    ['ja', '赤いボタンを押してから、一番近い出口を通って外に出てください。'],
    ['ko', '빨간 버튼을 누르고 가장 가까운 문으로 나가서 마당에서 기다리세요.'],
  ])('detects %s: %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language)
  })

  test.each([
    'Fire safety. Alarms. Exits.',
    'Onboarding checklist for new hires',
    'Quarterly budget review meeting notes',
    'Name Number Safe Price Total',
    'Appuyez sur le bouton rouge.',
    'Walk, do not run.',
    'Идите, не бегите.',
    '17 042 · 3.14 · A4 · B12',
  ])('gives no answer if it is unsure: %s', (text) => {
    expect(detectLanguage(text)).toBe('und')
  })
})

test('A question with Spanish marks counts as Spanish, whatever its words', () => {
  expect(guessLanguage('¿Qué antivirus usa LibreOffice?')).toBe('es')
})
