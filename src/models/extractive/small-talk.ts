import { fold } from '../../language/fold.ts'
import type { Language } from '../../language/stop-words.ts'

/** Messages that consist of a greeting, by language. */
const greetings: Record<Language, string> = {
  en: 'hi|hello|hey|hi there|hello there|hey there|good morning|good afternoon|good evening',
  de: 'hallo|moin|servus|guten tag|guten morgen|guten abend|grüß gott|grüezi',
  fr: 'bonjour|bonsoir|salut|coucou',
  es: 'hola|buenos días|buenas tardes|buenas noches|buenas',
  it: 'ciao|salve|buongiorno|buonasera',
  pt: 'olá|oi|bom dia|boa tarde|boa noite',
  nl: 'hoi|goedendag|goedemorgen|goedemiddag|goedenavond',
  pl: 'cześć|dzień dobry|dobry wieczór|hej',
  ru: 'привет|здравствуйте|здравствуй|добрый день|доброе утро|добрый вечер',
  uk: 'привіт|вітаю|добрий день|доброго дня|добрий ранок',
  zh: '你好|您好|早上好',
  ja: 'こんにちは|おはようございます|こんばんは',
}

/** Messages that consist of thanks, by language. */
const thanks: Record<Language, string> = {
  en: 'thanks|thank you|thanks a lot|many thanks|thank you very much|thx',
  de: 'danke|vielen dank|danke schön|danke sehr|besten dank',
  fr: 'merci|merci beaucoup',
  es: 'gracias|muchas gracias',
  it: 'grazie|grazie mille|molte grazie',
  pt: 'obrigado|obrigada|muito obrigado|muito obrigada',
  nl: 'bedankt|dank je|dank u|dank je wel|dank u wel',
  pl: 'dziękuję|dzięki|dziękuję bardzo',
  ru: 'спасибо|большое спасибо|спасибо большое|благодарю',
  uk: 'дякую|дуже дякую|щиро дякую',
  zh: '谢谢|谢谢您|谢谢你|多谢',
  ja: 'ありがとう|ありがとうございます|ありがとうございました',
}

/** Normalizes a message for comparison: folded words without mentions. */
const normalize = (text: string) =>
  (fold(text.replaceAll(/@\S+/gu, ' ')).match(/[\p{L}\p{M}]+/gu) ?? []).join(' ')

const findLanguage = (said: string, messages: Record<Language, string>) =>
  (Object.entries(messages) as [Language, string][]).find(([, list]) =>
    fold(list).split('|').includes(said),
  )?.[0]

/** Returns the language in which a message only greets or only thanks. */
export const findSmallTalk = (
  text: string,
): { greeted: Language | undefined; thanked: Language | undefined } => {
  const said = normalize(text)
  return { greeted: findLanguage(said, greetings), thanked: findLanguage(said, thanks) }
}
