import { detect } from 'tinyld'

const scripts: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
]

/** The language of a text as a tag of BCP 47, `und` when there is too little of it. */
export const languageOf = (text: string): string => {
  const sample = text.slice(0, 20_000)
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  if (letters < 20) return 'und'
  const shared = scripts.find(([script]) => (sample.match(script)?.length ?? 0) > letters / 12)
  return shared?.[1] ?? (detect(sample) || 'und')
}
