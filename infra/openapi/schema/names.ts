import type { JsonSchema } from './schema.ts'

/** Operation from which schema names derive, for example `task-create-task`, and its response. */
export interface NamedOperation {
  /** Name of the operation's function, which begins with the area. */
  name: string
  area: string
  /** Name of the component in the response, or of its list items. */
  answers: string | undefined
}

/** Converts a name to PascalCase: `read-all` and `read_all` become `ReadAll`. */
export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|[-_])(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns the singular: `category` for `categories`; other words stay unchanged. */
export const singular = (noun: string): string => {
  if (noun.endsWith('ies')) return noun.replace(/ies$/, 'y')
  return noun.replace(/(ss|us|x|ch|sh)es$/, '$1').replace(/([^sui])s$/, '$1')
}

/** Returns the subject of a component, without the extent of its fields: `Task` for `TaskSummary`. */
export const componentSubject = (component: string): string =>
  component.replace(/(?<=.)(Summary|WithContent|Metadata)$/, '')

/** Splits an operation's name into verb, noun and the rest: `create`, `Course`, `FromFile`. */
const nameParts = ({ name, area, answers }: NamedOperation) => {
  const [verb = '', ...rest] = name.slice(area.length + 1).split('-')
  const words = pascal(singular(rest.join('-')))
  const subject = componentSubject(answers ?? '')
  // the component is more precise than the path: a message of a ticket is a TicketMessage
  if (words === '') return { verb: pascal(verb), noun: '', more: '' }
  if (subject.endsWith(words)) return { verb: pascal(verb), noun: subject, more: '' }
  if (subject !== '' && words.startsWith(subject))
    return { verb: pascal(verb), noun: subject, more: words.slice(subject.length) }
  return { verb: pascal(verb), noun: words, more: '' }
}

/** Returns the noun of an operation: `Task`. */
export const schemaNoun = (operation: NamedOperation): string => {
  const { noun, verb } = nameParts(operation)
  return noun === '' ? verb : noun
}

/** Returns the name of a request body: `TaskCreate` for `create-task`, `Login` for `login`. */
export const requestBodyName = (operation: NamedOperation): string => {
  const { verb, noun, more } = nameParts(operation)
  return noun + verb + more
}

/** Returns names for a response without one: `EditLink` for `create-edit-link`, and an alternative. */
export const unnamedResponseNames = (operation: NamedOperation): [string, string] => {
  const { verb, noun } = nameParts(operation)
  return [schemaNoun(operation), `${noun}${verb}Result`]
}

/** Returns the name of a list: `TaskList` for `list-tasks`; after its items if the verb is not `list`. */
export const listSchemaName = (operation: NamedOperation): string => {
  const { verb } = nameParts(operation)
  const { answers = '' } = operation
  return `${verb === 'List' ? schemaNoun(operation) : componentSubject(answers)}List`
}

/** Returns the name of a schema in a component's field: `TaskStatus` for the `status` of a `Task`. */
export const fieldSchemaName = (component: string, path: string[]): string =>
  component + path.map(pascal).join('')

/** Returns true if a schema is the page of a list. */
export const isListPage = ({ properties = {} }: JsonSchema): boolean =>
  'items' in properties && 'next_cursor' in properties
