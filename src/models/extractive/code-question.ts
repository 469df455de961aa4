import { fold } from '../../language/fold.ts'

/** Words that ask how something is written, so that code can answer. */
const codeWords = new Set(
  `how example examples code command commands snippet syntax install run wie beispiel beispiele befehl comment exemple
  commande como ejemplo comando come esempio exemplo hoe voorbeeld jak przyklad polecenie как пример
  команда код як приклад`.split(/\s+/),
)

/** The same words in scripts without spaces. */
const codeSigns = /如何|怎么|怎样|示例|例子|代码|命令|どうやって|どのように|方法|例を|コード|コマンド/u

const exampleWords = new Set(
  `example examples snippet snippets beispiel beispiele exemple exemples ejemplo ejemplos esempio esempi
  exemplo exemplos voorbeeld voorbeelden przyklad przyklady пример примеры приклад приклади`.split(/\s+/),
)

/** Returns true if a folded word asks for an example. */
export const isExampleWord = (word: string) => exampleWords.has(word)

/** Returns true if a question asks for code. */
export const asksForCode = (question: string) =>
  codeSigns.test(question) ||
  fold(question)
    .match(/[\p{L}]+/gu)
    ?.some((word) => codeWords.has(word)) === true
