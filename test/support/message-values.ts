import { IntlMessageFormat } from 'intl-messageformat'

/** Returns the distinct placeholders of a message and its selector keywords. */
const namesIn = (elements: ReturnType<IntlMessageFormat['getAst']>): string[] => [
  ...new Set(
    elements.flatMap((element) => {
      if (!('value' in element) || element.type === 0) return []
      const options = 'options' in element ? Object.entries(element.options) : []
      return [element.value, ...options.flatMap(([word, { value }]) => [word, ...namesIn(value)])]
    }),
  ),
]

/** Returns the placeholders in the messages of each type, which must be the same in every language. */
export const messageValues = (texts: Record<string, Record<string, string>>) =>
  Object.entries(texts).map(([type, messages]) => [
    type,
    ...Object.entries(messages).map(([part, message]) => [
      part,
      ...namesIn(new IntlMessageFormat(message, 'en').getAst()).toSorted(),
    ]),
  ])
