import { fold } from './fold.ts'

/** Inflectional endings, folded, longest first. A heuristic is enough, since stems only add matches. */
const endings = `ations ation ungen ments ment ings ung ing ies ers est ed en er es em ly s e n y i a o
  иями ями ами ого его ему ому ыми ими ешь ете ите ует ают ают ить ать ять еть ой ей ий ый ая яя ое ее ые ие ов ев ам ям
  ах ях ом ем ть ся а я о е ы и у ю ь`
  .split(/\s+/)
  .map(fold)
  .sort((a, b) => b.length - a.length)

const minStemCharacters = 4

/** Returns the common stem of a word's forms; short words, words in other scripts and numbers stay unchanged. */
export const stemWord = (word: string): string => {
  if (!/^[\p{Script=Latin}\p{Script=Cyrillic}]+$/u.test(word)) return word
  if (word.endsWith('ss')) return word
  const ending = endings.find(
    (ending) => word.endsWith(ending) && word.length - ending.length >= minStemCharacters,
  )
  return ending === undefined ? word : word.slice(0, -ending.length)
}
