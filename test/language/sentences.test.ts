import { expect, test } from 'vitest'
import { detectLanguage } from '../../src/language/detection.ts'
import { splitSentences } from '../../src/language/sentences.ts'

const sentencesIn = (text: string) =>
  splitSentences(text, () => detectLanguage(text)).map(({ from, to }) => text.slice(from, to).trim())

test.each([
  [
    'a German date',
    'Die Inventur beginnt am 3. Mai und endet am 5. Juni 2026.',
    'Danach öffnet das Lager wieder.',
  ],
  ['a Danish date', 'Lagret åbner den 3. August klokken ni.', 'Kontoret er lukket om lørdagen.'],
  ['a Czech date', 'Sklad se otevírá 3. Května v devět hodin ráno.', 'Kancelář je v sobotu zavřená.'],
  [
    'a date of numbers',
    'Varasto avataan 3. 5. 2026 kello yhdeksän aamulla.',
    'Toimisto on suljettu lauantaisin.',
  ],
  [
    'a Roman ordinal',
    'Das Schloss wurde von Ludwig XIV. Bourbon gebaut und erweitert.',
    'Es ist heute ein Museum.',
  ],
  ['a country', 'The permit is issued by the U.S. Department of Labor.', 'It is valid for a year.'],
  ['an initial', 'The course was written by J. R. Miller for the warehouse.', 'It takes an hour.'],
  ['a title', 'Ask Dr. Smith or Mrs. Jones about the key.', 'They are in room 5.'],
  ['a French title', 'Adressez-vous à M. Dupont ou à Mme. Martin pour la clé.', 'Ils sont au bureau.'],
  [
    'a Spanish abbreviation',
    'Consulte el documento en la pág. Central de la empresa.',
    'Está en la intranet.',
  ],
  ['a German abbreviation', 'Bringen Sie Werkzeug, z.B. Zange und evtl. Hammer mit.', 'Der Rest ist da.'],
  [
    'a Polish abbreviation',
    'Zabierz dokumenty, np. Paszport lub dowód osobisty.',
    'Biuro jest czynne codziennie.',
  ],
])('keeps %s within its sentence', (_, first, second) => {
  expect(sentencesIn(`${first} ${second}`)).toEqual([first, second])
})

test.each([
  ['a year', 'Das Lager wurde 2024 gebaut, das Büro im Jahr 2025.', 'Danach kam die Halle.'],
  [
    'a number in English',
    'Please press the button marked with the number 3.',
    'The door of the warehouse opens.',
  ],
  [
    'an Italian abbreviation in English',
    'The lamp shows whether the machine is on.',
    'Then you may open the door.',
  ],
  ['a question mark in Greek', 'Πού είναι το κλειδί της αποθήκης;', 'Είναι στο γραφείο.'],
])('ends a sentence behind %s', (_, first, second) => {
  expect(sentencesIn(`${first} ${second}`)).toEqual([first, second])
})
