import { fold } from '../../language/fold.ts'
import { removePointers } from '../../language/stop-words.ts'
import { extractTerms } from '../../language/terms.ts'

/** Folded stems of words that refer to a file, or ask about a file as a whole. */
const beginnings = [
  // en, de, nl
  `file document attach paper picture image photo scan text content summar overview describ explain outline main point
  say says said contain gist datei dokument anhang anlage angehangt beigefugt bild foto inhalt zusammenfass fass
  uberblick beschreib erklar steht sagt handelt geht bestand bijlage bijgevoeg afbeelding tekst inhoud samenvat vat
  beschrijf staat zegt gaat`,
  // fr, es, it, pt
  `fichier piece joint texte contenu contien resum apercu decri expliqu dit parle archivo ficher adjunt imagen
  contenid contiene describ explic dice trata allegat immagin testo contenut riassu sintesi descriv spieg parla arquivo
  anex imagem conteud contem descrev diz`,
  // pl, ru, uk
  `plik zalacz obraz zdjec tekst tresc zawart zawier streszcz streść podsum opisz wyjasn фаил файл документ вложен
  прикреплен картин изображен фото текст содерж резюм кратк опиш говорит вкладен прикріплен зображен зміст міст підсум`,
].join(' ')

const words = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${beginnings.trim().split(/\s+/).map(fold).join('|')})\\p{L}*`,
  'gu',
)

const wordsWithoutSpaces =
  /文件|文档|附件|图片|照片|内容|总结|概括|摘要|ファイル|文書|添付|画像|写真|内容|要約/gu

/**
 * Returns true for a question about a file as a whole that names nothing in it, as in "What does the document say?".
 */
export const asksAboutFile = (question: string): boolean => {
  const rest = fold(question).replaceAll(words, ' ').replaceAll(wordsWithoutSpaces, ' ')
  return removePointers(extractTerms(rest)).length === 0
}
