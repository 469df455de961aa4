import { base64, binary, encode, entity, html, mail, text, type CorpusMail } from './builder.ts'

const sentences: Record<string, string> = {
  'utf-8': 'Schöne Grüße aus Łódź 👋 日本語',
  'iso-8859-1': 'Schöne Grüße, señor',
  'iso-8859-2': 'Zażółć gęślą jaźń',
  'iso-8859-4': 'Glāžšķūņu rūķīši',
  'iso-8859-5': 'Принтер не работает',
  'iso-8859-7': 'Ο εκτυπωτής δεν λειτουργεί',
  'iso-8859-8-i': 'המדפסת אינה פועלת',
  'iso-8859-9': 'Yazıcı çalışmıyor, değil mi',
  'iso-8859-15': 'Le prix est de 5 € à l’œuvre'.replace('’', "'"),
  'windows-1250': 'Příliš žluťoučký kůň',
  'windows-1251': 'Принтерът не работи',
  'windows-1252': 'Das kostet 5 € – “zu viel”',
  'windows-1253': 'Η οθόνη έσπασε',
  'windows-1254': 'Bugün değil, şimdi',
  'windows-1255': 'שלום וברכה',
  'windows-1256': 'الطابعة لا تعمل',
  'windows-1257': 'Spausdintuvas neveikia, ačiū',
  'koi8-r': 'Экран разбит, помогите',
  'koi8-u': 'Принтер не працює, дякую їм',
  macintosh: 'Ça marche déjà très bien',
  gb18030: '打印机坏了',
  gbk: '显示器坏了',
  gb2312: '请帮忙',
  big5: '印表機壞了',
  shift_jis: 'プリンターが動きません',
  'euc-jp': '画面が割れました',
  'euc-kr': '프린터가 고장났습니다',
  'windows-874': 'เครื่องพิมพ์เสีย',
}

const labelled = Object.entries(sentences).map(([label, sentence]) =>
  mail(
    `${label}, as it says`,
    text(label === 'utf-8' ? sentence : encode(sentence, label), `text/plain; charset=${label}`),
    { whole: sentence },
  ),
)

const japanese = 'プリンター'
const jis = () => {
  const bytes = Array.from(encode(japanese, 'euc-jp'), (byte) => byte % 128)
  return Buffer.concat([Buffer.from('\u001B$B'), Buffer.from(bytes), Buffer.from('\u001B(B')])
}

/** Charsets with an alias, or that need more than a table. */
const named = [
  mail('ISO-2022-JP', text(jis(), 'text/plain; charset=ISO-2022-JP'), { whole: japanese }),
  mail('ISO-2022-JP without a label', text(jis(), 'text/plain'), { whole: japanese }),
  mail('cp932', text(encode('プリンター', 'shift_jis'), 'text/plain; charset=cp932'), {
    whole: 'プリンター',
  }),
  mail('ks_c_5601-1987', text(encode('안녕', 'euc-kr'), 'text/plain; charset="ks_c_5601-1987"'), {
    whole: '안녕',
  }),
  mail('TIS-620', text(encode('เสีย', 'windows-874'), 'text/plain; charset=TIS-620'), { whole: 'เสีย' }),
  mail(
    'UTF-16 with a mark',
    base64(['Content-Type: text/plain; charset=utf-16'], Buffer.from('\uFEFFGrüße', 'utf16le')),
    { whole: 'Grüße' },
  ),
  mail('UTF-7', text('Gr+APwA3w-e aus K+APY-ln + Bonn', 'text/plain; charset=utf-7'), {
    whole: 'Grüße aus Köln + Bonn',
  }),
]

const words = 'Schöne Grüße'
const russian = 'Принтер не работает, помогите пожалуйста'

/** Missing, wrong or unknown labels: the bytes and the page are better evidence. */
const evident = [
  mail('UTF-8 without a content type', text(words, ''), { whole: words }),
  mail('UTF-8 without a charset', text(words, 'text/plain'), { whole: words }),
  mail('UTF-8 called ASCII', text(words, 'text/plain; charset=us-ascii'), { whole: words }),
  mail('UTF-8 called ANSI_X3.4-1968', text(words, 'text/plain; charset=ANSI_X3.4-1968'), { whole: words }),
  mail('UTF-8 called unknown-8bit', text(words, 'text/plain; charset=unknown-8bit'), { whole: words }),
  mail('UTF-8 called x-user-something', text(words, 'text/plain; charset=x-user-something'), {
    whole: words,
  }),
  mail('UTF-8 with an empty charset', text(words, 'text/plain; charset=""'), { whole: words }),
  mail('UTF-8 called default', text(words, 'text/plain; charset=default'), { whole: words }),
  mail(
    'UTF-8 called ASCII, in quoted-printable',
    entity(
      ['Content-Type: text/plain; charset=us-ascii', 'Content-Transfer-Encoding: quoted-printable'],
      'Sch=C3=B6ne Gr=C3=BC=C3=9Fe',
    ),
    { whole: words },
  ),
  mail('HTML in UTF-8 called ASCII', text(`<p>${words}</p>`, 'text/html; charset=us-ascii'), {
    whole: words,
  }),
  mail('HTML in UTF-8 with a false meta', text(`<meta charset="iso-8859-1"><p>${words}</p>`, 'text/html'), {
    whole: words,
  }),
  mail(
    'HTML in KOI8-R by its meta',
    text(Buffer.concat([Buffer.from('<meta charset=koi8-r><p>'), encode(russian, 'koi8-r')]), 'text/html'),
    { whole: russian },
  ),
  mail(
    'HTML in windows-1250 by http-equiv',
    text(
      Buffer.concat([
        Buffer.from(
          '<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1250"></head><p>',
        ),
        encode('Příliš žluťoučký', 'windows-1250'),
      ]),
      'text/html; charset=unknown',
    ),
    { whole: 'Příliš žluťoučký' },
  ),
  mail('windows-1252 without a charset', text(encode(words, 'windows-1252'), 'text/plain'), { whole: words }),
  mail('windows-1252 without a content type', text(encode('5 € für ‚Öl‘', 'windows-1252'), ''), {
    whole: '5 € für ‚Öl‘',
  }),
  mail('windows-1252 called ASCII', text(encode(words, 'windows-1252'), 'text/plain; charset=ascii'), {
    whole: words,
  }),
  mail('windows-1252 called UTF-8', text(encode(words, 'windows-1252'), 'text/plain; charset=utf-8'), {
    whole: words,
  }),
  mail(
    'windows-1252 called ISO-8859-1',
    text(encode('5 €', 'windows-1252'), 'text/plain; charset=iso-8859-1'),
    { whole: '5 €' },
  ),
  mail(
    'UTF-8 with one broken byte',
    text(
      Buffer.concat([Buffer.from('Grüße '), Buffer.from([0xc3]), Buffer.from(' Łódź')]),
      'text/plain; charset=utf-8',
    ),
    { whole: 'Grüße \uFFFD Łódź' },
  ),
  mail('HTML entities in ASCII', html('<p>Sch&ouml;n &#8364; &hellip;</p>'), { whole: 'Schön € …' }),
]

/** Headers with bytes beyond ASCII, or with a label that is not a charset. */
const headers = [
  mail('a raw subject in UTF-8', text('x'), { subject: words }, { subject: binary(words) }),
  mail(
    'a raw subject in windows-1252',
    text('x', 'text/plain; charset=windows-1252'),
    { subject: words },
    { subject: binary(encode(words, 'windows-1252')) },
  ),
  mail(
    'a raw subject in KOI8-R',
    text(encode('Текст', 'koi8-r'), 'text/plain; charset=koi8-r'),
    { subject: 'Принтер', whole: 'Текст' },
    { subject: binary(encode('Принтер', 'koi8-r')) },
  ),
  mail(
    'an encoded subject in KOI8-R',
    text('x'),
    { subject: 'Принтер' },
    { subject: `=?koi8-r?B?${Buffer.from(encode('Принтер', 'koi8-r')).toString('base64')}?=` },
  ),
  mail(
    'an encoded subject of UTF-8 called ASCII',
    text('x'),
    { subject: words },
    { subject: '=?us-ascii?Q?Sch=C3=B6ne_Gr=C3=BC=C3=9Fe?=' },
  ),
  mail(
    'an encoded subject of UTF-8 called unknown-8bit',
    text('x'),
    { subject: words },
    { subject: '=?unknown-8bit?Q?Sch=C3=B6ne_Gr=C3=BC=C3=9Fe?=' },
  ),
]

/** Mails in each charset, by its label and by evidence. */
export const charsets: CorpusMail[] = [...labelled, ...named, ...evident, ...headers]
