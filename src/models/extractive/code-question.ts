import { fold } from '../../language/fold.ts'

/** Words by which somebody asks how something is written, so that code is an answer. */
const codeWords = new Set(
  `how example examples code command commands snippet syntax install run wie beispiel beispiele befehl comment exemple
  commande como ejemplo comando come esempio exemplo hoe voorbeeld jak przyklad polecenie как пример
  команда код як приклад`.split(/\s+/),
)

/** The same in scripts without spaces. */
const codeSigns = /如何|怎么|怎样|示例|例子|代码|命令|どうやって|どのように|方法|例を|コード|コマンド/u

const exampleWords = new Set(
  `example examples snippet snippets beispiel beispiele exemple exemples ejemplo ejemplos esempio esempi
  exemplo exemplos voorbeeld voorbeelden przyklad przyklady пример примеры приклад приклади`.split(/\s+/),
)

/** Whether a word (folded) asks for an example, of whatever the question is about. */
export const isExampleWord = (word: string) => exampleWords.has(word)

/** Whether a question asks for code. */
export const asksForCode = (question: string) =>
  codeSigns.test(question) ||
  fold(question)
    .match(/[\p{L}]+/gu)
    ?.some((word) => codeWords.has(word)) === true
