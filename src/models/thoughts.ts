const names =
  '(?:\\w+:)?(?:think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|antthinking|inner_monologue)'

/** Openings and ends of thoughts in the text of models, and marks that stand around an answer. */
const tag = new RegExp(
  [
    String.raw`(?<opening><${names}(?:\s[^<>]*)?>|\[THINK\]|◁think▷|<\|START_THINKING\|>`,
    String.raw`|<\|channel\|>(?:analysis|commentary)[^<]*<\|message\|>|<\|channel>thought\b)`,
    String.raw`|(?<end></${names}\s*>|\[/THINK\]|◁/think▷|<\|END_THINKING\|>|<\|end\|>|<channel\|>)`,
    String.raw`|<\|start\|>assistant|<\|channel\|>final[^<]*<\|message\|>|<\|(?:START|END)_RESPONSE\|>|<\|return\|>`,
  ].join(''),
  'i',
)

/** The beginning of what may become a tag with the next piece. */
const tagStart =
  /(?:<\|channel\|>[^<]{0,40}(?:<[\w|]*)?|<(?:[\w:/|][^<>]{0,80})?|\[(?:\/?T?|\/?TH\w{0,3})|◁[/\w]{0,6})$/i

/** Returns true if a text ends inside code, where a tag is part of the answer. */
const isInCode = (text: string): boolean => {
  const line = text.slice(text.lastIndexOf('\n') + 1)
  return (text.match(/^ *(?:```|~~~)/gm)?.length ?? 0) % 2 === 1 || line.split('`').length % 2 === 0
}

/** Returned by {@link ThoughtFilter} if all text so far was a thought whose opening is missing. */
export const retraction = Symbol('retraction')

/** Removes thoughts from a text that arrives in pieces. */
interface ThoughtFilter {
  /** Returns the parts of the answer that are certain after this piece. */
  push: (piece: string) => (string | typeof retraction)[]
  /** Says that the provider sends thoughts apart from the text. */
  skip: () => void
  /** Returns the rest. `isAnswered` is false if the step is not the end of the answer. */
  end: (isAnswered: boolean) => (string | typeof retraction)[]
}

/** Creates a filter. If `startsInside`, the text is taken for a thought until the first end of one. */
export const filterThoughts = (startsInside: boolean): ThoughtFilter => {
  let state: 'answer' | 'thought' | 'unsure' = startsInside ? 'unsure' : 'answer'
  let hasThought = false
  let isLoneEnd = false
  let pending = ''
  let held = ''
  let shown = ''

  /** Returns text to show: blank text waits for other text, and a lone end of a thought for an answer behind it. */
  const show = (text: string): (string | typeof retraction)[] => {
    held += text
    if (held.trim() === '') return []
    const isFirst = shown === '' || isLoneEnd
    const piece = isFirst ? held.replace(/^(?:[^\S\n]*\n)+/, '') : held
    const isRetracted = isLoneEnd && shown !== ''
    hasThought ||= isLoneEnd
    shown = isLoneEnd ? piece : shown + piece
    held = ''
    isLoneEnd = false
    return isRetracted ? [retraction, piece] : [piece]
  }

  const passTag = ({ opening, end }: Partial<Record<string, string>>) => {
    if (opening === undefined && end === undefined) return
    if (end !== undefined && state === 'answer') isLoneEnd = !hasThought
    else {
      if (state === 'unsure') held = ''
      hasThought = true
      state = end === undefined ? 'thought' : 'answer'
    }
  }

  const take = (isEnd: boolean) => {
    const parts: (string | typeof retraction)[] = []
    for (;;) {
      const found = tag.exec(pending)
      const cut = found?.index ?? (isEnd ? -1 : pending.search(tagStart))
      const text = cut < 0 ? pending : pending.slice(0, cut)
      if (state === 'answer') parts.push(...show(text))
      if (state === 'unsure') held += text
      pending = pending.slice(text.length + (found?.[0].length ?? 0))
      if (!found) return parts
      if (state === 'answer' && isInCode(shown + held)) parts.push(...show(found[0]))
      else passTag(found.groups ?? {})
    }
  }

  return {
    push: (piece) => {
      pending += piece
      return take(false)
    },
    skip: () => {
      if (state === 'unsure') state = 'answer'
    },
    end: (isAnswered) => {
      const parts = take(true)
      if (isLoneEnd && !isAnswered && shown !== '') return [...parts, retraction]
      // without an end of a thought the text was the answer
      return state === 'unsure' && isAnswered ? show('') : parts
    },
  }
}
