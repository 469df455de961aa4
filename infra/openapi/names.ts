import type { JsonSchema } from './schema.ts'

/** An operation, as its schemas are named after it: `task-create-task` and what it answers. */
export interface NamedOperation {
  /** The name of its function, which begins with the area. */
  name: string
  area: string
  /** The name of the component that it answers, or that its list is made of. */
  answers: string | undefined
}

/** `read-all` and `read_all` are `ReadAll`. */
export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase())

/** `categories` is `category`; what is no plural stays as it is. */
export const singular = (noun: string): string => {
  if (noun.endsWith('ies')) return noun.replace(/ies$/, 'y')
  return noun.replace(/(ss|us|x|ch|sh)es$/, '$1').replace(/([^sui])s$/, '$1')
}

/** `TaskSummary` is about a `Task`: what a component shows, without how much of it. */
export const subjectOf = (component: string): string =>
  component.replace(/(?<=.)(Summary|WithContent|Metadata)$/, '')

/** The verb of an operation, what it is about, and what else its name says: `create`, `Course`, `FromFile`. */
const partsOf = ({ name, area, answers }: NamedOperation) => {
  const [verb = '', ...rest] = name.slice(area.length + 1).split('-')
  const words = pascal(singular(rest.join('-')))
  const subject = subjectOf(answers ?? '')
  // the component says more than the path: a message of a ticket is a TicketMessage
  if (words === '') return { verb: pascal(verb), noun: '', more: '' }
  if (subject.endsWith(words)) return { verb: pascal(verb), noun: subject, more: '' }
  if (subject !== '' && words.startsWith(subject))
    return { verb: pascal(verb), noun: subject, more: words.slice(subject.length) }
  return { verb: pascal(verb), noun: words, more: '' }
}

/** What an operation is about: `Task`. */
export const schemaNounOf = (operation: NamedOperation): string => {
  const { noun, verb } = partsOf(operation)
  return noun === '' ? verb : noun
}

/** `create-task` takes a `TaskCreate`, `login` a `Login`. */
export const bodyNameOf = (operation: NamedOperation): string => {
  const { verb, noun, more } = partsOf(operation)
  return noun + verb + more
}

/** What an operation answers where that has no name: `create-edit-link` an `EditLink`. */
export const answerNamesOf = (operation: NamedOperation): [string, string] => {
  const { verb, noun } = partsOf(operation)
  return [schemaNounOf(operation), `${noun}${verb}Result`]
}

/** `list-tasks` answers a `TaskList`; what is no list by its verb, a list of what is in it. */
export const listNameOf = (operation: NamedOperation): string => {
  const { verb } = partsOf(operation)
  const { answers = '' } = operation
  return `${verb === 'List' ? schemaNounOf(operation) : subjectOf(answers)}List`
}

/** The name that a component has for what stands in its field: the `status` of a `Task` is a `TaskStatus`. */
export const fieldNameOf = (component: string, path: string[]): string =>
  component + path.map(pascal).join('')

/** A list as every list of the API answers it. */
export const isPage = ({ properties = {} }: JsonSchema): boolean =>
  'items' in properties && 'next_cursor' in properties
