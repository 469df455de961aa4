const names =
  '(?:\\w+:)?(?:think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|antthinking|inner_monologue)'

/** Opening and closing tags of thoughts in the text of models, and marks around an answer. */
const tag = new RegExp(
  [
    String.raw`(?<opening><${names}(?:\s[^<>]*)?>|\[THINK\]|◁think▷|<\|START_THINKING\|>`,
    String.raw`|<\|channel\|>(?:analysis|commentary)[^<]*<\|message\|>|<\|channel>thought\b)`,
    String.raw`|(?<end></${names}\s*>|\[/THINK\]|◁/think▷|<\|END_THINKING\|>|<\|end\|>|<channel\|>)`,
    String.raw`|<\|start\|>assistant|<\|channel\|>final[^<]*<\|message\|>|<\|(?:START|END)_RESPONSE\|>|<\|return\|>`,
  ].join(''),
  'i',
)

/** Beginning of a possible tag that the next piece may complete. */
const tagStart =
  /(?:<\|channel\|>[^<]{0,40}(?:<[\w|]*)?|<(?:[\w:/|][^<>]{0,80})?|\[(?:\/?T?|\/?TH\w{0,3})|◁[/\w]{0,6})$/i

/** Returns true if a text ends inside code, where a tag is part of the answer. */
const isInCode = (text: string): boolean => {
  const line = text.slice(text.lastIndexOf('\n') + 1)
  return (text.match(/^ *(?:```|~~~)/gm)?.length ?? 0) % 2 === 1 || line.split('`').length % 2 === 0
}

/** Returned by {@link ThoughtFilter} if all text so far was a thought without an opening tag. */
export const retraction = Symbol('retraction')

type Parts = (string | typeof retraction)[]

/** Removes thoughts from a text that arrives in pieces. */
class ThoughtFilter {
  #state: 'answer' | 'thought' | 'unsure'
  #hasThought = false
  #isLoneEnd = false
  #pending = ''
  #held = ''
  #shown = ''

  constructor(startsInside: boolean) {
    this.#state = startsInside ? 'unsure' : 'answer'
  }

  /** Returns the parts of the answer that are certain after this piece. */
  push(piece: string): Parts {
    this.#pending += piece
    return this.#take(false)
  }

  /** Notes that the provider sends thoughts separately from the text. */
  skip(): void {
    if (this.#state === 'unsure') this.#state = 'answer'
  }

  /** Returns the rest. `isAnswered` is false if the step is not the end of the answer. */
  end(isAnswered: boolean): Parts {
    const parts = this.#take(true)
    if (this.#isLoneEnd && !isAnswered && this.#shown !== '') return [...parts, retraction]
    // without a closing tag the text was the answer
    return this.#state === 'unsure' && isAnswered ? this.#show('') : parts
  }

  /** Returns text to show: blank text waits for other text, and a lone closing tag waits for an answer after it. */
  #show(text: string): Parts {
    this.#held += text
    if (this.#held.trim() === '') return []
    const isFirst = this.#shown === '' || this.#isLoneEnd
    const piece = isFirst ? this.#held.replace(/^(?:[^\S\n]*\n)+/, '') : this.#held
    const isRetracted = this.#isLoneEnd && this.#shown !== ''
    this.#hasThought ||= this.#isLoneEnd
    this.#shown = this.#isLoneEnd ? piece : this.#shown + piece
    this.#held = ''
    this.#isLoneEnd = false
    return isRetracted ? [retraction, piece] : [piece]
  }

  #passTag({ opening, end }: Partial<Record<string, string>>): void {
    if (opening === undefined && end === undefined) return
    if (end !== undefined && this.#state === 'answer') {
      this.#isLoneEnd = !this.#hasThought
      return
    }
    if (this.#state === 'unsure') this.#held = ''
    this.#hasThought = true
    this.#state = end === undefined ? 'thought' : 'answer'
  }

  #take(isEnd: boolean): Parts {
    const parts: Parts = []
    for (;;) {
      const found = tag.exec(this.#pending)
      const cut = found?.index ?? (isEnd ? -1 : this.#pending.search(tagStart))
      const text = cut < 0 ? this.#pending : this.#pending.slice(0, cut)
      if (this.#state === 'answer') parts.push(...this.#show(text))
      if (this.#state === 'unsure') this.#held += text
      this.#pending = this.#pending.slice(text.length + (found?.[0].length ?? 0))
      if (!found) return parts
      if (this.#state === 'answer' && isInCode(this.#shown + this.#held)) parts.push(...this.#show(found[0]))
      else this.#passTag(found.groups ?? {})
    }
  }
}

/** Creates a filter. If `startsInside`, the text counts as a thought up to the first closing tag. */
export const filterThoughts = (startsInside: boolean) => new ThoughtFilter(startsInside)
